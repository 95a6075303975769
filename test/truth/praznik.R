# Reference selections by praznik (Kursa), made without criba.
#
# Run with R 4.2.2 and praznik 13.0.0 from the root of the repository; a second:
#
#     Rscript test/truth/praznik.R
#
# It draws a small table of levels from a fixed seed and writes praznik.json beside itself, the same byte for byte on
# every run: versions, columns (levels as whole numbers; y is the target), and for each method the columns in the order
# in which praznik selects them, with its scores, in nats. JMI and DISR are sums over the selected columns, MRMR is the
# difference. No tie decides: the columns in reverse order give the same selection, or `stopifnot` ends the run.

suppressPackageStartupMessages(library(praznik))
RNGversion("4.0.0")
set.seed(20)

rows <- 300
draw <- function(levels) sample.int(levels, rows, replace = TRUE) - 1L
mix <- function(a, b, share) ifelse(runif(rows) < share, a, b)

hidden <- lapply(c(2, 3, 2, 4), draw)
y <- (hidden[[1]] + hidden[[2]] + (hidden[[3]] * (hidden[[4]] > 1))) %% 3L
columns <- list()
for (i in 1:24) {
  source <- hidden[[(i - 1) %% 4 + 1]]
  noise <- draw(2 + i %% 4)
  columns[[paste0("x", i)]] <- as.integer(mix(source, noise, c(0.9, 0.6, 0.3, 0)[(i - 1) %/% 6 + 1]))
}
columns$x13 <- as.integer(mix(y, draw(3), 0.3))
columns$x17 <- as.integer(mix(y, draw(4), 0.2))
columns$x21 <- as.integer(y > 0 & draw(3) > 0)

X <- as.data.frame(lapply(columns, factor))
Y <- factor(y)
k <- c(MIM = 24, JMI = 24, MRMR = 24, CMIM = 12, JMIM = 24, NJMIM = 24, DISR = 24)

whole <- function(values) paste0("[", paste(values, collapse = ", "), "]")
number <- function(values) paste0("[", paste(sprintf("%.17g", values), collapse = ", "), "]")
quoted <- function(values) paste0("[", paste0('"', values, '"', collapse = ", "), "]")
runs <- sapply(names(k), function(method) {
  found <- get(method)(X, Y, k = k[[method]])
  stopifnot(length(found$selection) == k[[method]])
  turned <- get(method)(rev(X), Y, k = k[[method]])
  stopifnot(identical(names(turned$selection), names(found$selection)))
  sprintf(
    '    "%s": {\n      "selected": %s,\n      "scores": %s\n    }',
    method, quoted(names(found$selection)), number(found$score)
  )
})
tables <- sprintf('    "%s": %s', c(names(columns), "y"), sapply(c(columns, list(y)), whole))
made <- sprintf('  "made": { "R": "%s", "praznik": "%s" }', getRversion(), packageVersion("praznik"))
cat(
  "{\n", made, ',\n  "columns": {\n', paste(tables, collapse = ",\n"), '\n  },\n  "methods": {\n',
  paste(runs, collapse = ",\n"), "\n  }\n}\n",
  sep = "", file = "test/truth/praznik.json"
)
