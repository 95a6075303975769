# Values of R's survival for test/truth/events.test.ts: Rscript test/truth/events.R > test/truth/events.json
library(survival)
options(digits = 15)

i <- 0:59
rows <- data.frame(
  time = 1 + (i * 29 + (i * i) %% 17) %% 20,
  status = as.integer((i * 7) %% 5 > 1),
  x = (i * 37) %% 23 + (i %% 7) / 4,
  level = c("a", "b", "c", "d")[1 + (i * 13 + i %/% 5) %% 4],
  weight = 1 + i %% 3
)
rows$gaps <- ifelse(i %% 11 == 3, NA, rows$x)
rows$near <- rows$x / 1000 + 1e6
rows$once <- as.integer(i == 11)

freireich <- data.frame(
  time = c(6, 6, 6, 7, 10, 13, 16, 22, 23, 6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35,
           1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23),
  status = c(rep(1, 9), rep(0, 12), rep(1, 21)),
  level = rep(c("6-MP", "placebo"), each = 21)
)

score <- function(formula, data, ties = "efron") coxph(formula, data, ties = ties)$score
concord <- function(formula, data) {
  found <- concordance(formula, data, reverse = TRUE)
  c(found$concordance - 0.5, sqrt(found$var))
}
repeated <- rows[rep(1:60, rows$weight), ]
of <- function(column, event = "status") as.formula(paste0("Surv(time, ", event, ") ~ ", column))

values <- list(
  "x efron" = score(of("x"), rows),
  "x breslow" = score(of("x"), rows, "breslow"),
  "gaps efron" = score(of("gaps"), rows),
  "near efron" = score(of("near"), rows),
  "once efron" = score(of("x", "once"), rows),
  "level efron" = score(of("level"), rows),
  "level breslow" = score(of("level"), rows, "breslow"),
  "level log-rank" = survdiff(of("level"), rows)$chisq,
  "x concordance" = concord(of("x"), rows),
  "gaps concordance" = concord(of("gaps"), rows),
  "weighted x efron" = score(of("x"), repeated),
  "weighted level log-rank" = survdiff(of("level"), repeated)$chisq,
  "weighted x concordance" = concord(of("x"), repeated),
  "halved x breslow" = coxph(Surv(time, status) ~ x, rows, weights = weight / 2, ties = "breslow")$score,
  "freireich efron" = score(of("level"), freireich),
  "freireich log-rank" = survdiff(of("level"), freireich)$chisq
)
text <- sapply(names(values), function(name) {
  sprintf('  "%s": [%s]', name, paste(format(values[[name]], digits = 15, trim = TRUE), collapse = ", "))
})
cat("{\n", paste(text, collapse = ",\n"), "\n}\n", sep = "")
