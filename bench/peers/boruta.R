# Boruta's runs by ranger: boruta.R <rows> <columns> <runs> <trees> <threads> <data.f64>, columns one after the other, the class last.
# The loop of Boruta 8 (Kursa and Rudnicki 2010): shadows of all columns that are not rejected, hits above the best shadow, binomial
# tests corrected for all columns after each run.
library(ranger)
given <- commandArgs(trailingOnly = TRUE)
n <- as.integer(given[1]); d <- as.integer(given[2]); runs <- as.integer(given[3])
trees <- as.integer(given[4]); threads <- as.integer(given[5])
values <- matrix(readBin(given[6], "double", n * (d + 1)), n)
x <- data.frame(values[, 1:d]); y <- factor(values[, d + 1])
boruta <- function(seed) {
  set.seed(seed)
  hits <- rep(0, d); state <- rep("tentative", d)
  for (run in 1:runs) {
    active <- which(state != "rejected")
    if (!any(state == "tentative")) break
    own <- x[, active, drop = FALSE]
    shadows <- own[, rep(seq_along(active), length.out = max(5, length(active))), drop = FALSE]
    shadows <- data.frame(lapply(shadows, sample)); names(shadows) <- paste0("shadow", seq_along(shadows))
    data <- cbind(own, shadows); data$y <- y
    fit <- ranger(dependent.variable.name = "y", data = data, num.trees = trees, num.threads = threads,
      importance = "permutation", scale.permutation.importance = TRUE, write.forest = FALSE, seed = run)
    found <- fit$variable.importance
    best <- max(found[-seq_along(active)])
    hits[active] <- hits[active] + (found[seq_along(active)] > best)
    tentative <- state == "tentative"
    state[tentative & p.adjust(pbinom(hits - 1, run, 0.5, lower.tail = FALSE), "bonferroni") < 0.01] <- "confirmed"
    state[tentative & p.adjust(pbinom(hits, run, 0.5), "bonferroni") < 0.01] <- "rejected"
  }
  which(state == "confirmed") - 1
}
invisible(boruta(1))
times <- sapply(1:3, function(seed) system.time(boruta(seed))[3])
cat(sprintf('{"median":%f,"result":[%s]}', median(times), paste(boruta(1), collapse = ",")))
