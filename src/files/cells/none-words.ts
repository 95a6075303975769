/** Words that may say that an amount is 0, or that nothing is known. */
export const wordsForNone: ReadonlySet<string> = new Set(
  (
    'none nil zero nothing never free gratis geen nul kein keine keiner keines nichts nie niemals nessuno nessuna ' +
    'niente mai esente isento isenta nenhum nenhuma nunca ninguno ninguna nada cero exento exenta aucun aucune ' +
    'jamais néant zéro calm windstill calme calma ' +
    // Traces of rain or of a substance.
    't tr trace traces spur spuren traza trazas inapreciable ip tracce tracos vestígios ' +
    // No change, and equal chances.
    '='
  ).split(' '),
)
