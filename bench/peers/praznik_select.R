# Times praznik's selections on the columns a benchmark wrote; prints what they choose and seconds as JSON.
#
# Usage: praznik_select.R ROWS COLUMNS FILE K THREADS METHOD…: FILE holds ROWS levels of the target, then ROWS x COLUMNS
# levels, a byte each, column by column.

suppressPackageStartupMessages(library(praznik))

arguments <- commandArgs(trailingOnly = TRUE)
rows <- as.integer(arguments[1])
columns <- as.integer(arguments[2])
k <- as.integer(arguments[4])
threads <- as.integer(arguments[5])
levels <- readBin(arguments[3], "integer", rows * (columns + 1), size = 1)
Y <- factor(levels[seq_len(rows)])
X <- as.data.frame(lapply(seq_len(columns), function(i) factor(levels[i * rows + seq_len(rows)])))
names(X) <- paste0("x", seq_len(columns) - 1)

lines <- sapply(arguments[-(1:5)], function(method) {
  run <- get(method)
  once <- function() {
    start <- proc.time()[["elapsed"]]
    result <<- run(X, Y, k = k, threads = threads)
    proc.time()[["elapsed"]] - start
  }
  cold <- once()
  seconds <- replicate(5, once())
  chosen <- paste0('"', names(result$selection), '"', collapse = ", ")
  sprintf('"%s": {"cold": %f, "median": %f, "selected": [%s]}', method, cold, median(seconds), chosen)
})
cat("{", paste(lines, collapse = ", "), "}\n")
