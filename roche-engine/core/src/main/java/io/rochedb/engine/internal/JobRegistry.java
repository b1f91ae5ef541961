package io.rochedb.engine.internal;

import io.rochedb.engine.ProgressListener;
import io.rochedb.engine.internal.events.JobEvent;
import io.rochedb.engine.ops.JobInfo;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** The jobs of an open engine: those that run, and the last {@value #ENDED_MAX} that have ended. Thread-safe. */
public final class JobRegistry {
    static final int ENDED_MAX = 100;

    private final LongSupplier clock;
    private final Deque<Job> jobs = new ArrayDeque<>();
    private long lastId;

    JobRegistry(LongSupplier clock) {
        this.clock = clock;
    }

    private static final class Job implements ProgressListener {
        private final ProgressListener listener;
        private final JobEvent event = new JobEvent();
        private volatile JobInfo info;

        Job(JobInfo info, ProgressListener listener) {
            this.info = info;
            this.listener = listener;
            event.begin();
        }

        @Override
        public void progress(long bytesDone, long bytesTotal, long records, long rejects) {
            if (bytesTotal > 0) {
                JobInfo now = info;
                double done = Math.min(1, (double) bytesDone / bytesTotal);
                info = new JobInfo(now.id(), now.kind(), now.state(), now.startedMillis(), 0, done, now.detail());
            }
            listener.progress(bytesDone, bytesTotal, records, rejects);
        }

        void end(JobInfo.State state, long millis, String detail) {
            JobInfo now = info;
            double done = state == JobInfo.State.DONE ? 1 : now.progress();
            info = new JobInfo(now.id(), now.kind(), state, now.startedMillis(), millis, done, detail);
            if (event.shouldCommit()) {
                event.id = now.id();
                event.kind = now.kind();
                event.detail = detail;
                event.state = state.name().toLowerCase(Locale.ROOT);
                event.commit();
            }
        }
    }

    /** Runs work as a job; what it reports to its listener is the job's progress, and goes on to {@code progress}. */
    public <T> T run(String kind, String detail, ProgressListener progress, Function<ProgressListener, T> work) {
        Job job = start(kind, detail, progress);
        boolean ended = false;
        try {
            T result = work.apply(job);
            job.end(JobInfo.State.DONE, clock.getAsLong(), detail);
            ended = true;
            return result;
        } catch (RuntimeException e) {
            job.end(JobInfo.State.FAILED, clock.getAsLong(), detail + ": " + e.getMessage());
            ended = true;
            throw e;
        } finally {
            if (!ended) {
                job.end(JobInfo.State.FAILED, clock.getAsLong(), detail);
            }
        }
    }

    private synchronized Job start(String kind, String detail, ProgressListener progress) {
        lastId++;
        Job job = new Job(new JobInfo(lastId, kind, JobInfo.State.RUNNING, clock.getAsLong(), 0, 0, detail), progress);
        long ended = jobs.stream()
                .filter(other -> other.info.state() != JobInfo.State.RUNNING)
                .count();
        if (ended >= ENDED_MAX) {
            jobs.stream()
                    .filter(other -> other.info.state() != JobInfo.State.RUNNING)
                    .findFirst()
                    .ifPresent(jobs::remove);
        }
        jobs.addLast(job);
        return job;
    }

    /** Returns the jobs, oldest first. */
    synchronized List<JobInfo> list() {
        return jobs.stream().map(job -> job.info).toList();
    }
}
