/** The document that these experiments are from, with a chapter. */
export const source = (chapter: string): string =>
  `I. Madinabeitia (2019), Estudio de la información mutua y el test delta como criterios para la selección de variables, Universidad de Granada, ${chapter}`
