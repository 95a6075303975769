import { wordsOfName } from './time-names.ts'

/* What the name of a column says of a word for none among its numbers. */

/**
 * What a column has by its name: `money`, things that are `counted` or that happen so `often`, a `bound`, of
 * which none is no 0, or anything `other` than a count. `null`: the name says nothing.
 */
type Subject = 'money' | 'counted' | 'often' | 'bound' | 'other'

const stemsOf = (stems: string) => new RegExp(`^(?:${stems.trim().replaceAll(/\s+/g, '|')})$`, 'u')

/** Where there is no limit, no number is reached. */
const bounds = stemsOf(
  String.raw`\p{L}*limit\p{L}* deadlines? cap caps capped ceiling max maximum maxim\p{L}* min minim\p{L}* end ends ending enddate expir\p{L}*
  until threshold cutoff tope plazo fin hasta vencimiento caduc\p{L}* \p{L}*frist \p{L}*grenze hochst\p{L}* ende ablauf\p{L}* bis schwelle
  plafond echeance delai delais jusqu scadenza massim\p{L}* tetto termine fine entro fino`,
)
/** Nothing is so old, so hot or so good by a word for none; and a day that never was is not today. */
const others = stemsOf(
  String.raw`rating ratings score scores \p{L}*score stars sterne elo grade grades rank place position index level levels quality
  room seat bed gate table line lane page no nr num number nummer numero id code zip plz phone ph
  age year years yob month months week weekday day hour hours date time since ago last speed \p{L}*speed
  temp\p{L}* tmax tmin tmean tavg tmed celsius fahrenheit kelvin degrees? grad grados degre degres gradi lat latitude lon lng longitude
  elevation altitude height size weight bewertung note rang platz zimmer stufe alter jahr jahre jahrgang baujahr monat\p{L}* woche wochentag tag
  stunde stunden datum seit vor letzt\p{L}* geschwindigkeit hohe grosse gewicht
  nota puesto puntuacion edad ano anos mes meses semana dia hora fecha desde hace ultim[oa] velocidad altura peso nivel
  classement chambre age annee mois semaine jour heure depuis dernier derniere vitesse hauteur poids niveau
  voto posto camera eta anno anni mese giorno settimana ora da punteggio velocita altezza livello`,
)
const money = stemsOf(
  String.raw`price prices cost costs fee fees rent deductible salary income wage debt tax taxes tip tips discount bonus surcharge payment charge
  charges rebate deposit donation amount shipping \p{L}*preis \p{L}*kosten gebuhr gebuhren \p{L}*miete selbstbehalt gehalt
  einkommen schulden steuer rabatt zuschlag kaution spende betrag precio coste gasto gastos alquiler franquicia salario ingresos
  deuda impuesto descuento fianza importe prix cout couts frais loyer franchise salaire revenu dette impot remise caution montant
  prezzo costo costi spesa spese affitto franchigia stipendio reddito debito tassa sconto deposito importo`,
)
const often = stemsOf(
  String.raw`visits besuche visitas visites visite times veces fois volte mal frequency haufigkeit frecuencia frequence frequenza trips
  consultations often daily weekly monthly taglich wochentlich monatlich`,
)
const counted = stemsOf(
  String.raw`children kids sons daughters siblings dependents pets dogs cats cars accidents claims absences cigarettes drinks pipes pregnancies births
  events errors faults defects goals hits awards titles bedrooms bathrooms rooms complications tumou?rs nodes lesions comorbidities
  purchases orders returns complaints calls loans employees followers comments likes reviews downloads tickets falls relapses
  surgeries seizures attacks symptoms pain pills dose dosage rain rainfall precipitation snow snowfall wind
  count counts qty quantity anzahl \p{L}*anzahl menge kinder geschwister haustiere autos unfalle schaden fehltage fehler tore
  zigaretten geburten schmerz schmerzen dosis niederschlag regen schnee cantidad hijos hijas hermanos mascotas coches accidentes
  siniestros ausencias errores goles premios embarazos partos cigarrillos dolor lluvia nieve quantite enfants freres soeurs voitures
  sinistres erreurs buts grossesses douleur pluie neige quantita figli fratelli sorelle incidenti sinistri assenze errori titoli
  premi gravidanze sigarette dolore pioggia neve filhos`,
)
const numberOf = / (?:number of|num of|nr of|no of|numero de|numero di|nombre de|nombre d) /g
const perTime =
  / (?:per|pro|por|par|je|al|alla) (?:day|week|month|year|tag|woche|monat|jahr|dia|semana|mes|ano|jour|semaine|mois|an|giorno|settimana|mese|anno) /g

/** What a column has by its name; `null` if that says nothing. */
export function subjectOf(name: string): Subject | null {
  const words = ` ${wordsOfName(name).join(' ')} `
  const rest = words.replaceAll(perTime, ' often ').replaceAll(numberOf, ' count ').trim().split(' ')
  const has = (stems: RegExp) => rest.some((word) => stems.test(word))
  if (has(bounds)) return 'bound'
  if (has(others)) return 'other'
  if (has(money)) return 'money'
  if (has(often)) return 'often'
  return has(counted) ? 'counted' : null
}

/** Whether a text says how often in a span of time: `12 al día`. */
export function isPerTime(text: string): boolean {
  return ` ${wordsOfName(text).join(' ')} `.search(perTime) >= 0
}
