/** Data that come with the page, and their targets. */
export const samples = [
  { name: 'breast-cancer', target: 'diagnosis' },
  { name: 'penguins', target: 'species' },
  { name: 'diabetes', target: 'progression' },
] as const
