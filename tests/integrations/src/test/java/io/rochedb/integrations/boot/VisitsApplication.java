package io.rochedb.integrations.boot;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The application. */
@SpringBootApplication
public class VisitsApplication {}
