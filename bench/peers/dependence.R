# Times dcor2d of the package energy on the columns a benchmark wrote; prints seconds and scores as JSON.
# Usage: dependence.R ROWS COLUMNS FILE - FILE holds ROWS x (COLUMNS + 1) doubles, column by column, the target last.
library(energy)

args <- commandArgs(trailingOnly = TRUE)
rows <- as.integer(args[1])
columns <- as.integer(args[2])
values <- matrix(readBin(args[3], "double", rows * (columns + 1)), rows)
target <- values[, columns + 1]

once <- function() {
  start <- Sys.time()
  scores <- vapply(seq_len(columns), function(i) dcor2d(values[, i], target, type = "V"), 0)
  list(seconds = as.numeric(Sys.time() - start, units = "secs"), scores = scores)
}

cold <- once()
runs <- vapply(1:5, function(i) once()$seconds, 0)
cat(sprintf(
  '{"cold": %.9g, "median": %.9g, "scores": [%s]}\n',
  cold$seconds, median(runs), paste(sprintf("%.17g", cold$scores), collapse = ", ")
))
