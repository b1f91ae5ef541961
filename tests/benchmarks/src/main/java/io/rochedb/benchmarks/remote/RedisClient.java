package io.rochedb.benchmarks.remote;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;

/** Redis through Jedis: a record is a string under its id. It has no documents: a field is read out of the whole text here. */
final class RedisClient implements Client {
    private static final int TIMEOUT_MILLIS = 10_000;
    private static final AtomicLong PUT = new AtomicLong();
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Jedis jedis;
    private final boolean pipelined;
    private final int records;
    private final String payload = Sizes.payload(7);

    /** Connects; batches are MGET and MSET, or a pipeline of GET and SET. */
    RedisClient(int port, boolean pipelined, int records) {
        this.jedis = new Jedis("127.0.0.1", port, TIMEOUT_MILLIS);
        this.pipelined = pipelined;
        this.records = records;
        jedis.connect();
    }

    void load() {
        for (int from = 0; from < records; from += BATCH) {
            Pipeline pipeline = jedis.pipelined();
            for (int i = from; i < Math.min(records, from + BATCH); i++) {
                pipeline.set(Sizes.id(i), Sizes.payload(i));
                pipeline.set("document-" + i, Sizes.document(i));
            }
            pipeline.sync();
        }
    }

    @Override
    public void get(int number) {
        Client.expect(100, jedis.get(Sizes.id(number)).length());
    }

    @Override
    public void put() {
        jedis.set("put-" + PUT.incrementAndGet(), payload);
    }

    @Override
    public void project(int number) throws Exception {
        String document = jedis.get("document-" + number);
        String name = JSON.readTree(document.getBytes(StandardCharsets.UTF_8))
                .get("name")
                .asText();
        if (!name.equals("document-" + number)) {
            throw new IllegalStateException("found " + name);
        }
    }

    @Override
    public void getMany(int number) {
        long found = 0;
        if (pipelined) {
            Pipeline pipeline = jedis.pipelined();
            List<Response<String>> answers = new ArrayList<>(BATCH);
            for (int i = 0; i < BATCH; i++) {
                answers.add(pipeline.get(Sizes.id((number + i) % records)));
            }
            pipeline.sync();
            for (Response<String> answer : answers) {
                found += answer.get().length();
            }
        } else {
            String[] keys = new String[BATCH];
            for (int i = 0; i < BATCH; i++) {
                keys[i] = Sizes.id((number + i) % records);
            }
            for (String value : jedis.mget(keys)) {
                found += value.length();
            }
        }
        Client.expect(100L * BATCH, found);
    }

    @Override
    public void putMany() {
        long first = PUT.getAndAdd(BATCH);
        if (pipelined) {
            Pipeline pipeline = jedis.pipelined();
            for (int i = 0; i < BATCH; i++) {
                pipeline.set("put-" + (first + i), payload);
            }
            pipeline.sync();
        } else {
            String[] pairs = new String[2 * BATCH];
            for (int i = 0; i < BATCH; i++) {
                pairs[2 * i] = "put-" + (first + i);
                pairs[2 * i + 1] = payload;
            }
            jedis.mset(pairs);
        }
    }

    @Override
    public void close() {
        jedis.close();
    }
}
