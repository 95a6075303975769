/**
 * Units that convert into each other, smallest first: how many of the smallest one each is. A month is a
 * twelfth of a year of 365.25 days.
 */
const kinds = {
  // An ounce is of 28.349523125 g, a pound of 16 of them.
  mass: { µg: 1, mg: 1e3, g: 1e6, oz: 28_349_523.125, lb: 453_592_370, kg: 1e9, t: 1e12 },
  length: {
    nm: 1,
    µm: 1e3,
    mm: 1e6,
    cm: 1e7,
    in: 25_400_000,
    dm: 1e8,
    ft: 304_800_000,
    yd: 914_400_000,
    m: 1e9,
    km: 1e12,
    mi: 1_609_344_000_000,
  },
  volume: { µl: 1, ml: 1e3, 'cm³': 1e3, cl: 1e4, dl: 1e5, l: 1e6, hl: 1e8, 'm³': 1e9 },
  time: {
    µs: 1,
    ms: 1e3,
    s: 1e6,
    min: 60e6,
    h: 3600e6,
    days: 86_400e6,
    weeks: 604_800e6,
    months: 2_629_800e6,
    years: 31_557_600e6,
  },
  speed: { 'km/h': 1, mph: 1.609344, 'm/s': 3.6 },
  proportion: { ppb: 1, ppm: 1e3, '‰': 1e6, '%': 1e7 },
  area: { 'mm²': 1, 'cm²': 100, 'm²': 1e6, ha: 1e10, 'km²': 1e12 },
  data: { bytes: 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 },
  power: { mW: 1, W: 1e3, kW: 1e6, MW: 1e9 },
  energy: { Wh: 1, kWh: 1e3, MWh: 1e6, GWh: 1e9 },
  frequency: { Hz: 1, kHz: 1e3, MHz: 1e6, GHz: 1e9 },
  voltage: { mV: 1, V: 1e3, kV: 1e6 },
  current: { mA: 1, A: 1e3 },
  pressure: { Pa: 1, hPa: 100, kPa: 1e3, mbar: 100, bar: 1e5, MPa: 1e6 },
  mercury: { mmHg: 1, cmHg: 10 },
  substance: { 'µmol/l': 1, 'mmol/l': 1e3 },
  concentration: {
    'µg/l': 1,
    'ng/ml': 1,
    'mg/l': 1e3,
    'µg/ml': 1e3,
    'mg/dl': 1e4,
    'g/l': 1e6,
    'g/dl': 1e7,
  },
  air: { 'µg/m³': 1, 'mg/m³': 1e3 },
} as const satisfies Record<string, Readonly<Record<string, number>>>

const kindOf = new Map<string, { readonly kind: string; readonly factor: number }>(
  Object.entries(kinds).flatMap(([kind, units]) =>
    Object.entries(units).map(([unit, factor]) => [unit, { kind, factor }] as const),
  ),
)

/** Units that convert into no other. */
const others =
  '°C °F ° bpm rpm hp bhp PS cc kcal cal kJ J K N Nm psi dB px mol mmol ' +
  '人 个 件 次 mg/kg U/l IU/l IU kg/m² kg/m³ l/100km cmol/kg kWh/m² sqft acres mAh'

/** Other spellings, in small letters where capitals make no difference. */
const spellings: Readonly<Record<string, string>> = {
  µg: 'ug mcg μg',
  g: 'gr gram grams gramm gramme grammes gramos grammi',
  kg: 'kgs kilo kilos kilogram kilograms',
  t: 'tonne tonnes tonnen',
  µm: 'um μm',
  µs: 'us μs',
  m: 'meter meters metre metres mètres metros metri',
  km: 'kms kilometer kilometers kilometre kilometres',
  µl: 'ul μl',
  l: 'L liter liters litre litres litros litri ltr',
  s: 'sec secs sek second seconds sekunden secondes segundos secondi saniye sn сек сек. секунд секунды sekund sekunder sekundy 秒 초',
  人: '명 名',
  个: '個 개',
  次: '回 회',
  // Before a currency or behind its sign they are millions.
  min: 'mn mins minute minutes minuten minutos minuti dakika dk dk. мин мин. минут минуты minuter minut minuty 分钟 分鐘 분',
  h: 'hr hrs std hour hours stunde stunden heure heures hora horas ora ore saat ч час часа часов timmar timer timme godz godz. godzin godziny 小时 小時 時間 시간',
  days: 'd j day tag tage jour jours dag dagen día días dia dias giorno giorni gg gün дн. день дня дней dygn dager dagar dage dni dzień 天 日間',
  weeks:
    'wk wks week woche wochen semaine semaines semana semanas settimana settimane hafta нед нед. неделя недели недель uke uker vecka veckor uge uger tydzień tygodnie tygodni 周 週 週間 주',
  months:
    'mo mos month monat monate mois mes meses mês mese mesi maand maanden ay мес мес. месяц месяца месяцев måned måneder månad månader miesiąc miesiące miesięcy 个月 個月 ヶ月 か月 カ月 개월',
  years:
    'y yr yrs year jahr jahre an ans année années año años ano anos anno anni jaar 岁 歳 세 yıl yaş sene год года лет år rok lata lat',
  'mm²': 'mm2',
  'cm²': 'cm2',
  'm²': 'm2 sqm qm mq',
  'km²': 'km2',
  bytes: 'byte',
  kB: 'kb kib',
  MB: 'mb mib',
  GB: 'gb gib',
  TB: 'tb tib',
  V: 'v volt volts',
  mV: 'mv',
  kV: 'kv',
  W: 'w watt watts',
  kW: 'kw',
  A: 'amp amps ampere',
  mAh: 'mah',
  kWh: 'kwh',
  MWh: 'mwh',
  Hz: 'hz',
  kHz: 'khz',
  MHz: 'mhz',
  GHz: 'ghz',
  lb: 'lbs pound pounds',
  oz: 'ounce ounces',
  ft: 'feet foot',
  in: 'inch inches ″ "',
  mi: 'mile miles',
  'km/h': 'kmh kph',
  '°C': 'ºC ℃',
  '°F': 'ºF ℉',
  '°': 'º degrees',
  '%': 'percent pct prozent procent',
  'cmol/kg': 'meq/100g|meq/100 g|cmol(+)/kg|cmol+/kg|cmolc/kg',
  mmHg: 'mmhg',
  cmHg: 'cmhg',
  'µmol/l': 'umol/l μmol/l',
  'µg/l': 'ug/l μg/l',
  'µg/ml': 'ug/ml μg/ml',
  'µg/m³': 'ug/m3 μg/m³ µg/m3 μg/m3',
  'mg/m³': 'mg/m3',
  'kg/m²': 'kg/m2',
  'kg/m³': 'kg/m3',
  'm³': 'm3',
  'cm³': 'cm3',
  'kWh/m²': 'kwh/m2 kwh/m²',
  'l/100km': 'l/100 km',
  sqft: 'sq ft|sq. ft.|square feet',
  acres: 'acre',
  K: '',
}

/** Currencies by their code, with their sign where they have one of their own. */
const currencies =
  'EUR=€ USD=$ GBP=£ JPY=¥ INR=₹ KRW=₩ RUB=₽ TRY=₺ UAH=₴ ILS=₪ VND=₫ NGN=₦ CHF CAD AUD NZD SEK NOK DKK CZK PLN HUF RON BGN CNY HKD ' +
  'SGD TWD THB IDR MYR PHP BRL MXN ARS CLP COP PEN ZAR EGP KES SAR AED PKR BDT'
const signWords =
  'S/=PEN S/.=PEN RM=MYR Rp=IDR Rp.=IDR Rs=₹ Rs.=₹ US$=$ $US=$ $CA=CAD $CAN=CAD &euro;=€ &pound;=£ &yen;=¥ R$=BRL A$=AUD C$=CAD NZ$=NZD HK$=HKD S$=SGD kr=kr kr.=kr zł=PLN Kč=CZK Ft=HUF Fr.=CHF Euro=€ euro=€ euros=€ 円=¥ 元=CNY 圆=CNY 원=₩ руб=₽ руб.=₽ р.=₽ грн=₴ грн.=₴'

const currencyOf = new Map<string, string>(
  `${currencies} ${signWords}`.split(' ').map((pair) => {
    const [word, sign] = pair.split('=')
    return [word, sign ?? word]
  }),
)

const unitOfWord = new Map<string, string>()
for (const unit of [...kindOf.keys(), ...others.split(' ')]) unitOfWord.set(unit, unit)
for (const [unit, words] of Object.entries(spellings))
  for (const word of words.includes('|') ? words.split('|') : words.split(' '))
    if (word !== '' && !unitOfWord.has(word)) unitOfWord.set(word, unit)

/** mol-%, wt.%, %RH, % (w/w), v. H.; degC and deg F. */
const percentOrDegrees =
  /^(?:(?:mol|wt|vol|gew|ma|at|mass)[-. ]{0,2}%|% ?(?:rh|rf|r\.f\.|\(?[wv]\/[wv]\)?)|v\. ?h\.|(?:deg\.? ?|° )[cf])$/i

/**
 * The usual name of a unit; `undefined` if it is not known. Capitals matter only where they tell units apart.
 */
export function unitNamed(word: string): string | undefined {
  const exact = unitOfWord.get(word)
  if (exact !== undefined || word.length < 2) return exact
  const plain = word.endsWith('.') ? word.slice(0, -1) : word
  const found = unitOfWord.get(plain) ?? unitOfWord.get(plain.toLowerCase())
  if (found !== undefined || !percentOrDegrees.test(word)) return found
  return /%|v/i.test(word) ? '%' : `°${/f/i.test(word) ? 'F' : 'C'}`
}

/** The usual sign of a currency, or its code; `undefined` if the word is none. */
export function currencyNamed(word: string): string | undefined {
  return currencyOf.get(word) ?? (/^\p{Sc}$/u.test(word) ? word : undefined)
}

/** Whether a unit is a currency, or an amount of one per something. */
export function isCurrency(unit: string): boolean {
  return currencyNamed(unit.split(' ', 1)[0]) !== undefined
}

/** Currencies of countries that all write a decimal point. */
const byPoint: ReadonlySet<string> = new Set('¥ ￥ ₩ ₹ ₪ CNY HKD TWD THB'.split(' '))

/** Whether amounts in a currency have a decimal point, wherever its sign stands. */
export function hasPoints(currency: string): boolean {
  return byPoint.has(currency)
}

/** Words and letters that multiply a number before them, by the power of ten. */
const powers = new Map<string, number>(
  Object.entries({
    3: 'k K thousand Tsd. Tsd tausend mila',
    5: 'lakh lakhs Lakh lac Lac lacs Lacs',
    6: 'M mln Mio Mio. million millions Million Millionen millones milhões milioni MM',
    7: 'Cr crore crores',
    9: 'B bn Bn BN bln Mrd Mrd. Md billion billions Milliarden milliards miliardi',
    12: 'T tn trn trillion trillions',
  }).flatMap(([power, words]) => words.split(' ').map((word) => [word, Number(power)] as const)),
)

/** The power of ten that a word multiplies by. */
export function powerNamed(word: string): number | undefined {
  return powers.get(word)
}

/** Words that multiply only before a currency. */
const beforeCurrency = new Map<string, number>([
  ...'mil milliers migliaia Tausend'.split(' ').map((word) => [word, 3] as const),
  ...'mn mio mio. Mill Mill. mill mill. Mill.'.split(' ').map((word) => [word, 6] as const),
  ...'mld mld. Mld Mld. mrd mrd.'.split(' ').map((word) => [word, 9] as const),
])

/** The power of ten of a word before a currency: `T€`, as `TEUR`, is thousand (Tausend). */
export function powerBefore(word: string, currency: string, touches: boolean): number | undefined {
  if (word === 'T' && (touches || currency === '€' || currency === 'CHF')) return 3
  return beforeCurrency.get(word)
}

/** A unit at the end of a name: in brackets, behind an underscore or a comma, or behind the word in. */
const atEnd = /[([]\s*([^()[\]]+?)\s*[)\]]\s*$|(?:_|,\s*|\s(?:in|en)\s+)([^\s_,]+)\s*$/

/**
 * The unit that the name of a column gives, as in `weight (g)`, `weight_g` and `height, cm`; `null` if it
 * gives none.
 */
export function unitOfName(name: string): string | null {
  const found = atEnd.exec(name) as (string | undefined)[] | null
  const word = found?.[1] ?? found?.[2]
  return word === undefined ? null : (unitNamed(word) ?? currencyNamed(word) ?? null)
}

/** How many of unit `to` are one `unit`; `null` if they do not convert. */
export function conversion(unit: string, to: string): number | null {
  if (unit === to) return 1
  const a = kindOf.get(unit)
  const b = kindOf.get(to)
  return a && b && a.kind === b.kind ? a.factor / b.factor : null
}

/** The smallest of units of one kind; `null` if they are not of one kind. */
export function smallestUnit(units: readonly string[]): string | null {
  const [first, ...rest] = units
  const smallest = rest.reduce((least, unit) => ((conversion(unit, least) ?? 1) < 1 ? unit : least), first)
  return units.every((unit) => conversion(unit, smallest) !== null) ? smallest : null
}

/** Units beside which the letter m is minutes, and months. */
const ofClocks: ReadonlySet<string> = new Set(['s', 'min', 'h'])
const ofYears: ReadonlySet<string> = new Set(['months', 'years'])

/** What the letter m is beside other units: metres, unless one of them says that it is minutes or months. */
export function letterMBeside(others: readonly string[]): 'm' | 'min' | 'months' {
  if (smallestUnit(['min', ...others]) === null) return 'm'
  const [areOfClocks, areOfYears] = [ofClocks, ofYears].map((units) => others.some((unit) => units.has(unit)))
  // Beside days alone, or beside both, it may be either; 1 m and 3 ms may be months.
  return areOfClocks === areOfYears ? 'm' : areOfClocks ? 'min' : 'months'
}
