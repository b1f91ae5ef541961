CREATE TABLE visits (
  site VARCHAR(40) NOT NULL,
  id VARCHAR(36) NOT NULL,
  seconds INTEGER NOT NULL,
  PRIMARY KEY (site, id)
) RING 'sites/{site}/visits';
