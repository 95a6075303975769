import type { Evidence, Verdict } from '#core'
import { sentenceInSpanish, titleInSpanish, unitInSpanish, warningInSpanish } from '#report/spanish'
import { fixed, metricName, signed } from '#report/wording'
import type { en } from './en.ts'

const inWords = (n: number) =>
  ['cero', 'un', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve', 'diez'][n] ??
  n.toLocaleString('es')

const filas = (n: number) => `${n.toLocaleString('es')} ${n === 1 ? 'fila' : 'filas'}`
const columns = (n: number) => `${n.toLocaleString('es')} ${n === 1 ? 'columna' : 'columnas'}`

/** Métricas cuyo nombre no es una sigla. */
const metrics: Readonly<Record<string, string>> = {
  accuracy: 'exactitud',
  'balanced-accuracy': 'exactitud equilibrada',
  'log-loss': 'pérdida logarítmica',
  mae: 'error absoluto medio',
  mse: 'error cuadrático medio',
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const es: typeof en = {
  lang: 'es',
  sentence: sentenceInSpanish,
  warning: warningInSpanish,
  methodTitle: titleInSpanish,
  unit: unitInSpanish,
  metric: (metric) => metrics[metric] ?? metricName(metric),
  number: (n: number) => n.toLocaleString('es'),
  views: {
    data: 'Datos',
    rank: 'Orden',
    map: 'Mapa',
    path: 'Camino',
    landscape: 'Paisaje',
    compare: 'Comparar',
  },
  notLoaded: 'No se ha podido cargar esta vista. Vaya a otra y vuelva.',
  bar: {
    target: 'objetivo',
    task: 'Tarea',
    taskHow: 'Si los números del objetivo son clases o cantidades',
    suggestedTask: 'tarea: la que sugiere',
    tasks: { classification: 'clasificación', regression: 'regresión' },
    chooseTarget: 'Elija el objetivo',
    undo: 'Deshacer',
    redo: 'Rehacer',
    undone: 'Deshecho',
    redone: 'Rehecho',
    export: 'Exportar',
    settings: 'Idioma y colores',
    open: 'Abrir otro archivo',
    views: 'Vistas',
    size: (r: number, c: number) => `${r.toLocaleString('es')} × ${c.toLocaleString('es')}`,
    sizeInWords: (r: number, c: number) => `${filas(r)}, ${columns(c)}`,
  },
  open: {
    title: '¿Qué columnas importan?',
    drop: 'Suelte un archivo aquí',
    choose: 'o elija uno',
    formats:
      'CSV, TSV y otros textos delimitados, también .gz; Parquet; Arrow. Se queda en este equipo: no se envía nada.',
    samples: 'O pruebe uno de estos',
    sample: {
      'breast-cancer': 'Cáncer de mama: 569 biopsias, 30 medidas, benigno o maligno',
      penguins: 'Pingüinos: 344 aves de tres especies, con huecos',
      diabetes: 'Diabetes: 442 pacientes, 10 medidas, progresión al cabo de un año',
    },
    reading: (name: string) => `Leyendo ${name}`,
    stop: 'Parar',
    again: 'Empezar de nuevo',
    dismiss: 'Cerrar',
    lost: 'Lo que responde ha terminado; lo pedido y lo elegido se conserva.',
    lostServer: 'Se ha perdido el servidor; todo sigue en cuanto vuelva a responder.',
    waits:
      'Esta dirección guarda lo que se preguntó y se eligió, no los datos. Para seguir, abra los mismos datos: el archivo, o la dirección que muestra criba studio.',
    otherColumns: (column: string, file: string) =>
      `dirección inadecuada: nombra la columna ${column}, que ${file} no tiene (abra los datos de los que salió; estos empiezan de nuevo)`,
  },
  set: {
    title: 'El conjunto',
    empty:
      'Aún no hay nada elegido. Marque columnas en cualquier vista; aquí aparecerá su puntuación con filas reservadas.',
    add: 'añadir',
    addColumn: 'Añadir una columna al conjunto',
    addMarked: (n: number) =>
      n === 1 ? 'añadir la marcada' : `añadir las ${n.toLocaleString('es')} marcadas`,
    taken: (n: number) => `El conjunto tiene ${columns(n)}`,
    remove: (name: string) => `Quitar ${name} del conjunto`,
    added: (name: string) => `${name} está en el conjunto`,
    removed: (name: string) => `${name} está fuera del conjunto`,
    heldOut: (metric: string) => `${capital(metric)} con filas reservadas`,
    measure: 'Medirlo con filas reservadas',
    measuring: 'midiendo …',
    seeking: 'se busca su camino …',
    againstAll: (difference: string, n: number) => `${difference} frente a las ${n.toLocaleString('es')}`,
    interval: (low: string, high: string) => `95\u00a0% de ${low} a ${high}`,
    repeated: 'La selección se repitió sin las filas de cada parte.',
    byHand: 'elegido tras ver estas filas: optimista',
    byHandHow:
      'Las columnas se eligieron con todas las filas a la vista, así que la puntuación con filas reservadas es optimista. Tome un camino: su selección se repite sin las filas de cada parte.',
    verdict: (evidence: Evidence, decimals: number) => verdict(evidence, decimals),
    needsTarget: 'Elija un objetivo: entonces el conjunto recibe una puntuación con filas reservadas.',
  },
  data: {
    title: 'Columnas',
    andTarget: (n: number) => `${n.toLocaleString('es')} y el objetivo`,
    count: (n: number) => n.toLocaleString('es'),
    filter: 'Filtrar columnas',
    findingsFirst: 'Hallazgos primero',
    fileOrder: 'Orden del archivo',
    order: 'Orden de las filas',
    column: 'columna',
    type: 'tipo',
    missing: 'faltan',
    distinct: 'distintos',
    distribution: 'distribución',
    min: 'mín.',
    max: 'máx.',
    finding: 'hallazgo',
    target: 'objetivo',
    makeTarget: (name: string) => `Hacer de ${name} el objetivo`,
    noTarget: (name: string) => `${name} es el objetivo: no tener ninguno`,
    oneValue: 'un solo valor',
    values: (n: number) => `${n.toLocaleString('es')} valores`,
    types: {
      numeric: 'numérico',
      categorical: 'categórico',
      date: 'fecha',
      datetime: 'fecha y hora',
      time: 'hora',
      range: 'intervalo',
    },
    typeOf: (name: string) => `Tipo de ${name}`,
    makeGroup: 'las filas de un nivel van juntas',
    endGroup: 'las filas no van juntas',
    group: 'grupos de filas',
    groupHow:
      'Las filas de un nivel quedan en una misma parte; los valores p que suponen filas independientes se omiten.',
    keepTogether: 'Mantener juntas sus filas',
    isGroup: (name: string) => `Las filas de un nivel de ${name} van juntas`,
    noGroup: 'Las filas cuentan como independientes',
    drop: 'Quitar',
    take: 'Recuperar',
    dropped: 'quitada',
    mend: 'Arreglar',
    mendAll: 'Arreglar todo',
    mended: 'Arreglado',
    undo: 'Deshacer',
    hide: 'Dejar',
    forColumn: (action: string, column: string) => `${action} ${column}`,
    looked: 'Ocultar',
    droppedOne: (name: string) => `${name} se ha quitado`,
    takenBack: (name: string) => `${name} se ha recuperado`,
    isTarget: (name: string) => `${name} es el objetivo`,
    findings: (n: number) => (n === 1 ? '1 hallazgo' : `${n.toLocaleString('es')} hallazgos`),
    noFindings: 'No se encontró nada que arreglar.',
    hidden: (n: number) => `${n.toLocaleString('es')} ya vistos`,
    first: 'Primeras filas',
    lines: (from: number, to: number) => `líneas ${from.toLocaleString('es')} a ${to.toLocaleString('es')}`,
    asTheyStand: 'Celdas tal como están en el archivo.',
    noneMatch: 'Ninguna columna lleva esto en su nombre.',
    loses: 'Pierde algo: mire antes.',
    kinds: {
      'target-copy': 'Copia del objetivo',
      leak: 'Fuga',
      identifier: 'Identificador',
      'group-identifier': 'Grupos',
      'free-text': 'Texto libre',
      copy: 'Copia',
      'few-rows': 'Pocas filas',
      empty: 'Vacía',
      constant: 'Constante',
      'missing-value-code': 'Código de ausencia',
      'nearly-constant': 'Casi constante',
      'many-levels': 'Muchos niveles',
      'mostly-empty': 'Casi vacía',
      time: 'Tiempo',
      warning: 'Lectura',
    },
    copyOf: (name: string) => `de ${name}`,
  },
  rank: {
    title: (n: number, methods: number) =>
      `${columns(n)} según ${['ningún método', 'un método'][methods] ?? `${inWords(methods)} métodos`}`,
    sortedBy: (name: string) => `ordenadas por ${name}`,
    intervals: 'intervalos del 95 %',
    intervalsHow:
      'Cuánto variaría una puntuación con otras filas: se calcula diez veces, cada una sin la décima parte de ellas.',
    interval: (low: string, high: string) => `intervalo del 95 %: ${low} a ${high}`,
    fileOrder: 'el orden del archivo',
    sortAgain: 'Ordenar de nuevo',
    isStale: 'El orden es el anterior; solo cambia si se pide.',
    mean: 'rango medio',
    meanShort: 'media',
    scorers: 'Métodos',
    search: 'Buscar métodos',
    notForThese: 'No sirven para estos datos',
    noneFound: 'Ningún método tiene estas palabras.',
    column: 'columna',
    rank: 'rango',
    needsTarget: 'necesita un objetivo',
    needsNumbers: 'necesita columnas de números',
    needsLevels: 'necesita columnas de niveles',
    needsNumericTarget: 'necesita un objetivo de números',
    needsClasses: 'necesita un objetivo de clases',
    needsTwoClasses: 'necesita un objetivo de dos clases',
    needsSeveral: 'necesita varios objetivos de números: se ordena con -t a,b en la línea de órdenes',
    needsEvent: 'necesita el tiempo hasta un evento: se ordena con --event en la línea de órdenes',
    hint: 'Al marcar uno solo se calcula ese.',
    toTable: 'A la tabla',
    keys: 'En la tabla: Espacio pone una fila en el conjunto, Mayús Espacio la señala.',
    options: 'Opciones',
    optionsOf: (title: string) => `Opciones de ${title}`,
    defaults: 'Por defecto',
    isDefault: (value: string) => `por defecto ${value}`,
    intoSet: (name: string) => `${name} en el conjunto`,
    none: 'Marque un método.',
    chooseTarget:
      'Casi todos los métodos necesitan un objetivo: elija uno arriba, o marque un método que no lo necesite.',
    filter: 'Filtrar columnas',
    noneMatch: 'Ninguna columna tiene esto en su nombre.',
    sortBy: (name: string) => `Ordenar por ${name}`,
    why: 'sin valor',
    lower: 'menos es mejor',
    higher: 'más es mejor',
    tied: {
      all: (title: string) => `${title}: todas las columnas tienen el mismo valor.`,
      others: (title: string) => `${title}: todas las columnas, salvo las señaladas, tienen el mismo valor.`,
    },
    stopped: (title: string) => `${title} se ha parado.`,
    again: 'Calcular de nuevo',
    untick: 'Quitar',
    stop: 'Parar',
    warnings: (n: number) => (n === 1 ? '1 aviso' : `${n.toLocaleString('es')} avisos`),
    shown: 'Método que se muestra',
    probability: 'Qué probabilidad se muestra',
    p: 'p',
    q: 'q',
    qHow: 'q: la menor tasa de falsos descubrimientos con la que la columna se conserva (Benjamini y Hochberg)',
    rankOf: (rank: number, of: number) => `rango ${rank.toLocaleString('es')} de ${of.toLocaleString('es')}`,
    ranks: (ranks: string, mean: string) => `rangos ${ranks}; media ${mean}`,
    ofScorers: (n: number, of: number) => `valorada por ${n} de ${of}`,
    rows: (n: string) => `${n} filas`,
    fewRows: 'con muy pocas filas: detrás de las demás',
    chosen: 'el propio método la elige',
    apart: 'no escala ninguna barra',
    pFrom: {
      law: 'de la distribución de la prueba',
      exact: 'exacta',
      permutation: 'contada en permutaciones',
      gamma: 'de una distribución Gamma ajustada a permutaciones',
      splitting: 'por división en niveles',
      ranks: 'de la distribución de los rangos',
    },
  },
  map: {
    title: 'Mapa',
    nearer: (target: string) => `más cerca del centro dice más de ${target}`,
    nearerShares: 'más cerca entre sí comparten más, sea cual sea el objetivo; más grande dice más de él',
    needsTarget: 'Un mapa necesita un objetivo: elija uno arriba.',
    layout: 'Qué coloca los puntos',
    drawn: (n: number) => `El mapa está dibujado: ${columns(n)}.`,
    layouts: { relevance: 'Por relevancia', redundancy: 'Solo por redundancia' },
    turnLeft: 'Girar a la izquierda',
    turnRight: 'Girar a la derecha',
    stages: {
      relevance: 'Se cuenta cuánto dice cada columna.',
      pairs: 'Se cuentan pares de columnas.',
      groups: 'Se buscan columnas que pueden sustituirse.',
    },
    stop: 'Parar',
    stopped: 'parado a mano',
    again: 'Volver a contar',
    list: 'Columnas, la más relevante primero',
    dot: (name: string, number: string, isChosen: boolean) =>
      `${name}, ${number} bits${isChosen ? ', en el conjunto' : ''}`,
    bits: (number: string) => `${number} bits`,
    arc: (a: string, b: string, bits: string) => `${a} × ${b}: ${bits} bits más juntas`,
    column: 'columna',
    inSet: 'en el conjunto',
    interchangeable: 'pueden sustituirse',
    synergies: (drawn: number, found: number, pairs: number, isTested: boolean) =>
      `sinergia: ${drawn < found ? `las ${drawn} más fuertes de ${found.toLocaleString('es')}` : found.toLocaleString('es')}${isTested ? (found === 1 ? ' significativa' : ' significativas') : ''} entre ${pairs.toLocaleString('es')} ${pairs === 1 ? 'par' : 'pares'}`,
    noSynergy: (isTested: boolean) =>
      isTested ? 'Ningún par tiene sinergia significativa.' : 'Ningún par dice más junto que por separado.',
    exact: (stress: string) =>
      `La distancia al centro es exacta: el borde son 0 bits, el centro la entropía del objetivo. El ángulo sale de la información compartida, con estrés ${stress}: los huecos entre puntos son aproximados, los contornos y la vista conjunta no.`,
    shares: (stress: string) =>
      `Los huecos entre puntos salen de la información compartida (1 − incertidumbre simétrica), con estrés ${stress}. El tamaño de un punto es su información.`,
    bins: (bins: number, target: string | null) =>
      `Los números${target === null ? '' : `, también los de ${target},`} se cuentan en ${bins} tramos de igual frecuencia.`,
    leftOut: (n: number, drawn: number) =>
      `${n === 1 ? 'Falta 1 columna menos relevante' : `Faltan ${n.toLocaleString('es')} columnas menos relevantes`}: estas son las ${drawn} más relevantes, el conjunto y lo marcado.`,
    apart: (names: readonly string[], n: number) =>
      `${n === 1 ? 'Falta, porque distingue' : 'Faltan, porque distinguen'} filas: ${names.join(', ')}${n > names.length ? ` y ${(n - names.length).toLocaleString('es')} más` : ''}.`,
    unknown: (names: readonly string[], n: number) =>
      `Ninguna fila tiene un valor del objetivo y de ${names.join(', ')}${n > names.length ? ` y ${(n - names.length).toLocaleString('es')} más` : ''}.`,
    found: 'Qué muestra el mapa',
    hint: 'Pulse dos columnas para su vista conjunta. Arrastre para girar el mapa.',
    markSecond: 'Pulse otra columna para la vista conjunta.',
    alone: (bits: string, target: string) => `Dice ${bits} bits de ${target}.`,
    sharesMost: 'Con cuáles comparte más (de 0 a 1)',
    moreWith: 'Con cuáles dice más junta (bits)',
    moreWithNone: 'Con ninguna: con cada otra columna no dice más que las dos por separado.',
    together2: (found: number, pairs: number, isTested: boolean) =>
      `${found === 0 ? 'Ningún par' : `${found.toLocaleString('es')} ${found === 1 ? 'par' : 'pares'}`} de ${pairs.toLocaleString('es')} con sinergia${isTested ? ' significativa' : ''}${found === 0 ? '' : ' (bits)'}`,
    groups: (n: number) =>
      n === 0
        ? 'Ninguna columna puede sustituir a otra'
        : n === 1
          ? 'Un grupo de columnas que pueden sustituirse'
          : `${inWords(n).replace(/^./, (c) => c.toUpperCase())} grupos de columnas que pueden sustituirse`,
    joint: 'Vista conjunta',
    marked: (n: number) => `${n.toLocaleString('es')} marcadas`,
    says: (target: string) => `Qué dicen de ${target}, en bits`,
    synergy: 'sinergia',
    redundancy: 'redundancia',
    together: 'juntas',
    p: (p: string) => `p ${p}`,
    more: (bits: string) => `Juntas dicen ${bits} bits más que la suma de cada una.`,
    less: (bits: string) =>
      `Juntas dicen ${bits} bits menos que la suma de cada una: tanto, en suma, lo dicen dos veces.`,
    shared: (share: string) =>
      `Lo que comparten, sea cual sea el objetivo: ${share} de 1 (incertidumbre simétrica).`,
    noPair: 'Ninguna fila tiene un valor de las dos y del objetivo, o una de ellas no está en el mapa.',
    noRows: 'Ninguna fila tiene valores de las dos y del objetivo.',
    addBoth: 'Añadir las dos al conjunto',
    bothIn: 'Las dos están en el conjunto',
    clear: 'Quitar marcas',
    interaction: 'interacción',
    same: 'Juntas dicen tanto como la suma de cada una.',
    chance: (p: string) => `Eso puede ser azar (p ${p}, de este par solo).`,
    sample: (shown: number, drawn: number, all: number) =>
      drawn < all
        ? `${filas(shown)} con los tres valores, de ${drawn.toLocaleString('es')} sacadas al azar (semilla 0) de ${all.toLocaleString('es')}`
        : shown < all
          ? `las ${shown.toLocaleString('es')} de ${filas(all)} con los tres valores`
          : `todas las ${filas(all)}`,
    box: (name: string, n: number, [low, lower, median, upper, high]: readonly string[]) =>
      `${name}, ${filas(n)}: mediana ${median}, cuartiles ${lower} y ${upper}, bigotes de ${low} a ${high}`,
    chart: (kind: 'points' | 'strips' | 'mosaic', a: string, b: string, n: number) =>
      `${{ points: 'Diagrama de dispersión', strips: 'Cajas', mosaic: 'Mosaico' }[kind]} de ${a} y ${b}, ${filas(n)}`,
  },
  path: {
    title: 'Camino',
    step: 'paso a paso',
    needsTarget: 'Un camino necesita un objetivo: elija uno arriba.',
    method: 'Método',
    search: 'Buscar métodos',
    noMethod: 'Ningún método tiene esto en su nombre.',
    families: {
      step: 'Paso a paso: lo que una columna añade a las elegidas',
      subset: 'Puntuación de conjuntos enteros, hacia delante',
      search: 'Con una búsqueda propia',
      resampling: 'Sobre muchas remuestras',
      rank: 'Clasificaciones, cortadas',
    },
    needs: (targets: string) => `necesita un objetivo de ${targets}`,
    by: 'Búsqueda',
    ownSearch: 'la suya',
    stop: 'Termina por',
    stops: {
      '': 'su propia regla',
      significance: 'significación',
      'gain:0.01': 'ganancia menor que 0.01',
      rising: 'la puntuación ya no sube',
      'partial-f': 'F parcial',
      none: 'nunca',
    },
    most: 'Como máximo',
    noLimit: 'todas',
    stopped: (evaluations: number, why: string) =>
      `${evaluations.toLocaleString('es')} evaluaciones, parada: ${sentenceInSpanish(why)}`,
    cutShort: 'parado a mano: esto es lo hallado hasta ahora',
    goOn: 'Buscar de nuevo',
    column: 'columna',
    score: 'puntuación',
    parts: 'partes',
    relevance: 'relevancia',
    redundancy: 'redundancia',
    synergy: 'sinergia',
    f: 'F',
    p: 'p',
    q: 'q',
    runnerUp: 'segunda',
    gap: 'ventaja',
    tie: 'empate',
    removed: (name: string) => `− ${name}`,
    inWords: (units: string) => `${unitInSpanish(units)} · puntuación = relevancia − redundancia + sinergia`,
    better: (units: string, better: 'higher' | 'lower') =>
      `${unitInSpanish(units)}, mejor cuanto ${better === 'higher' ? 'mayor' : 'menor'}`,
    none: 'ninguna',
    all: (n: number) => (n === 1 ? 'la única' : `las ${n.toLocaleString('es')}`),
    columns: (n: number) => columns(n),
    cutHere: (n: number) => `corte aquí: ${columns(n)}, las menos a un error estándar de lo mejor`,
    fewer: (n: number) => `bastan menos: ${columns(n)}, las menos a un error estándar de lo mejor`,
    fewerNone: 'incluso ninguna columna está a un error estándar de lo mejor',
    curve: (metric: string, learner: string, splits: number) =>
      `${metric} de ${learner} en filas reservadas, ${splits === 1 ? 'una partición' : `${splits.toLocaleString('es')} partes, ± desv.`}`,
    curveInWords: (name: string, points: string) => `${name}: ${points}`,
    ofSize: (n: number, score: string) => `${columns(n)}: ${score}`,
    size: 'número de columnas',
    take: 'arrastre para tomar las primeras k',
    takeK: 'Tomar las primeras columnas del camino',
    notTaken: 'el conjunto no son las primeras columnas de este camino',
    folds: (done: number, of: number) =>
      `La selección se repite sin las filas de cada parte: ${done} de ${of}.`,
    noCurve: (metric: string) =>
      `${metric} en filas reservadas; esta búsqueda no tiene curva sobre el número de columnas.`,
    against: (all: string, none: string, n: number) =>
      `${n === 1 ? 'la única' : `las ${n.toLocaleString('es')}`} ${all}, ninguna ${none}`,
    sizeByEye: 'repetida en cada parte; el tamaño se eligió a ojo',
    wholePath: 'repetida en cada parte',
    sizeByEyeHow:
      'El camino se halló de nuevo sin las filas de cada parte, y con ellas se puntuaron sus primeras columnas. Elegir el tamaño por estas puntuaciones las hace algo optimistas.',
    beside: 'Poner otro al lado',
    noBeside: 'Quitarlo',
    other: 'El camino de al lado',
    onlyHere: 'solo aquí',
    shared: (n: number, of: number) => `${n.toLocaleString('es')} de ${columns(of)} están en ambos`,
    whyNot: 'Por qué no',
    why: 'Por qué',
    whyHow: 'Pulse una columna o búsquela: aquí se dice por qué se eligió o quedó fuera.',
    whenFound: 'Se pregunta cuando el camino esté hallado.',
    searchColumn: 'Buscar una columna',
    noColumn: (name: string) => `Ninguna columna se llama ${name}.`,
    chosenThen: 'elegida en ese paso',
    gapAtRight: 'ventaja →',
    withIt: (name: string, score: string) => `con ${name} ${score}`,
    withoutIt: (score: string) => `sin ella ${score}`,
    leftOut: (n: number) => (n === 1 ? '1 queda fuera' : `${n.toLocaleString('es')} quedan fuera`),
    noGain: 'sin ganancia dada',
    given: (name: string) => `dada ${name}`,
    tooFew: 'demasiado pocas filas para decidir',
    notChosen: 'no elegidas',
    inSet: 'en el conjunto elegido',
    apart: 'apartadas antes de la búsqueda',
    more: (n: number) => `+ ${n.toLocaleString('es')}`,
    warnings: (n: number) => (n === 1 ? '1 advertencia' : `${n.toLocaleString('es')} advertencias`),
    nothing: 'No se eligió nada.',
    chosen: (n: number, of: number) => `${n.toLocaleString('es')} de ${columns(of)} elegidas`,
    ofSet: (score: string, units: string) => `El conjunto puntúa ${score} (${units}).`,
    penalty: (rule: string, penalty: string) =>
      `Las columnas entran en un modelo al bajar su penalización; ${penalty} se eligió por ${rule}.`,
    penaltyRules: {
      'one-error': 'un error estándar de filas reservadas',
      min: 'el menor error en filas reservadas',
      bic: 'el criterio de información bayesiano',
    },
    running: 'Se busca el camino.',
    stopRun: 'Parar',
    found: (n: number, of: number) =>
      `Se encontró el camino: ${n.toLocaleString('es')} de ${columns(of)} elegidas.`,
    useSet: (n: number) =>
      `Tomar ${n === 1 ? 'esta columna' : `estas ${n.toLocaleString('es')} columnas`} como conjunto`,
    isSet: 'Son el conjunto.',
  },
  landscape: {
    title: 'Paisaje',
    counted: (n: number, of: number, columns: number) =>
      `${n === of ? '' : `${n.toLocaleString('es')} de `}${of.toLocaleString('es')} subconjuntos de ${columns} columnas`,
    needsTarget: 'Un paisaje necesita un objetivo: elija uno arriba.',
    tooFew: 'Un paisaje necesita dos columnas o más: marque algunas, o póngalas en el conjunto.',
    tooMany: (n: number, most: number) =>
      `${n.toLocaleString('es')} columnas tienen demasiados subconjuntos: marque ${most} como mucho.`,
    noNumbers: 'Ningún conjunto tiene los dos números: los avisos dicen por qué.',
    columns: 'Columnas',
    mostRelevant: 'las más relevantes',
    most: 'Cuántas de las columnas más relevantes',
    mostHow: 'Hasta 20: cada una más dobla los subconjuntos y el tiempo. Los conjuntos pequeños van primero.',
    given: (n: number) => `estas ${n}`,
    ofSet: (n: number) => `el conjunto (${n})`,
    ofMarks: (n: number) => `las marcas (${n})`,
    weighedBy: 'J =',
    pairs: { noise: 'α·información − β·ruido', redundancy: 'α·información − β·redundancia' },
    information: {
      noise: 'información del conjunto sobre el objetivo, nats',
      redundancy: 'información del conjunto sobre el objetivo, bits',
    },
    cost: {
      noise: 'menos ruido: parte de la varianza del objetivo (prueba delta)',
      redundancy: 'menos redundancia: lo que las columnas dicen unas de otras, bits',
    },
    short: { information: 'info', noise: 'ruido', redundancy: 'redun.' },
    colour: 'Color según',
    density: 'densidad',
    size: 'tamaño',
    has: (name: string) => `tiene ${name}`,
    aCell: (most: number) => `de 1 a ${most.toLocaleString('es')} conjuntos por celda`,
    front: (n: number) => `frente de Pareto, ${n.toLocaleString('es')} ${n === 1 ? 'conjunto' : 'conjuntos'}`,
    equal: 'igual J',
    stop: 'Parar',
    wasStopped: 'parado a mano: faltan los conjuntos mayores',
    goOn: 'Seguir',
    best: (alpha: string, beta: string, names: readonly string[], isPart: boolean) =>
      `El mejor con α ${alpha}, β ${beta}${isPart ? ', de los contados' : ''}: ${names.join(', ')}.`,
    inWords: (n: number, front: number, best: string) =>
      `${n.toLocaleString('es')} conjuntos, ${front.toLocaleString('es')} en el frente de Pareto. ${best}`,
    setInWords: (names: readonly string[], x: string, y: string, j: string) =>
      `${names.join(', ')}: J ${j}, información ${x}, en contra ${y}`,
    bestSets: 'Los mejores conjuntos',
    at: (alpha: string, beta: string) => `con α ${alpha}, β ${beta}`,
    inFrame: (n: number) => `${n.toLocaleString('es')} ${n === 1 ? 'conjunto' : 'conjuntos'} en el marco`,
    frameByKeys:
      'Marco sobre los conjuntos: las flechas lo dibujan y lo mueven, con Mayús lo hacen mayor o menor, Escape lo quita',
    frameInWords: (n: number, x: readonly string[], y: readonly string[]) =>
      `${n.toLocaleString('es')} ${n === 1 ? 'conjunto' : 'conjuntos'} en el marco: información ${x.join(' a ')}, en contra ${y.join(' a ')}`,
    noFrame: 'sin marco',
    frontTitle: 'Frente de Pareto',
    frontOf: (n: number) =>
      `${n.toLocaleString('es')} ${n === 1 ? 'conjunto' : 'conjuntos'}, ninguno mejor en ambos`,
    takes:
      'Intro o un clic toma un conjunto; arrastre un marco sobre la figura, o dibújelo con las flechas, para ver lo que contiene.',
    other:
      'Lo mejor según J y lo mejor con filas reservadas son preguntas distintas: la barra de arriba responde a la segunda.',
  },
  compare: {
    title: (n: number) =>
      n === 0 ? 'Ningún método' : n === 1 ? 'Un método' : `${capital(inWords(n))} métodos`,
    how: (learner: string, splits: number) => `${learner}, ${splits.toLocaleString('es')} partes`,
    needsTarget: 'Una comparación necesita un objetivo: elija uno arriba.',
    none: 'Marque métodos: cada uno elige columnas sin las filas de cada parte, y con ellas se predicen esas filas.',
    methods: 'Métodos',
    each: 'Columnas cada uno',
    ownRule: 'su regla',
    repeats: 'Partes',
    repeatsHow: 'Cuántas veces se reparten las filas de nuevo: más veces dicen más, y tardan más.',
    times: (n: number) => (n === 1 ? 'una vez' : `${n} veces`),
    done: (n: number, of: number) => `${n} de ${of} métodos`,
    stop: 'Parar',
    wasStopped: 'parado a mano',
    again: 'Repetir',
    waits: 'aún sin comparar',
    oneMethod: 'Un solo método se compara únicamente con todas las columnas: marque otro.',
    noTest: 'Una sola división no dice qué diferencias son más que azar.',
    noDifference: (pairs: number, p: string) =>
      pairs === 1
        ? `No se muestra ninguna diferencia entre los dos métodos: p es ${p}.`
        : `No se muestra ninguna diferencia entre dos métodos: de ${pairs} pares, la menor p ajustada es ${p}.`,
    differing: (
      pairs: number,
      shown: readonly { readonly better: string; readonly worse: string; readonly p: string }[],
    ) =>
      `De ${pairs} ${pairs === 1 ? 'par' : 'pares'} ${shown.length === 1 ? 'difiere uno' : `difieren ${inWords(shown.length)}`} (5 %, ajustado según Holm): ${shown
        .slice(0, 4)
        .map(({ better, worse, p }) => `${better} es mejor que ${worse} (p ${p})`)
        .join(', ')}${shown.length > 4 ? ', …' : ''}.`,
    verdict: (verdict: Verdict, names: readonly string[], isAll: boolean, n: number) => {
      const many = names.length > 1
      const who = isAll
        ? (['', 'El método', 'Los dos'][names.length] ?? `Los ${inWords(names.length)}`)
        : names.join(', ')
      const are = many ? 'son' : 'es'
      const all = `las ${columns(n)}`
      switch (verdict) {
        case 'as-good-as-all':
          return `${who} ${are} tan ${many ? 'buenos' : 'bueno'} como ${all}.`
        case 'better-than-all':
          return `${who} ${are} ${many ? 'mejores' : 'mejor'} que ${all}.`
        case 'worse-than-all':
          return `${who} ${are} ${many ? 'peores' : 'peor'} que ${all}.`
        case 'not-told-apart':
          return `${who} no se ${many ? 'distinguen' : 'distingue'} de ${all}: hay demasiado pocas filas.`
        case 'no-better-than-none':
          return `No se muestra que ${many ? 'sean mejores' : 'sea mejor'} que ninguna columna: ${isAll ? who.toLowerCase() : who}.`
      }
    },
    method: 'método',
    quality: (metric: string) => `${metric === '' ? 'puntuación' : metric}, ± desv.`,
    against: (n: number | null) =>
      n === null ? 'frente a todas' : `frente a las ${n.toLocaleString('es')}, 95\u00a0%`,
    stability: 'estabilidad Φ, 95\u00a0%',
    stabilityHow:
      'Φ de Nogueira, Sechidis y Brown: 0 para columnas al azar, 1 para siempre las mismas. Las filas de entrenamiento se solapan, así que es una estimación por arriba.',
    noStability: 'Φ no está definida donde cada parte eligió ninguna columna, o todas.',
    undefinedStability: 'no definida',
    columns: 'columnas',
    inFolds: (mean: number) =>
      `${mean.toLocaleString('es', { maximumFractionDigits: 1 })} en una parte, de media`,
    time: 'tiempo',
    seconds: (s: number) =>
      s < 1 ? `${Math.round(1000 * s)} ms` : `${s < 100 ? s.toFixed(1) : Math.round(s)} s`,
    interval: (low: string, high: string) => `95\u00a0%: de ${low} a ${high}`,
    take: 'tomar',
    takeSet: (n: number, method: string) => `Tomar las ${columns(n)} de ${method} como conjunto`,
    taken: (n: number) => `El conjunto tiene ${columns(n)}`,
    isSet: 'el conjunto',
    aFold: 'una parte',
    allColumns: 'todas las columnas',
    intervals: 'barras: ± desviación típica entre las partes, después intervalos del 95\u00a0%',
    chosen: 'Qué columnas eligió cada método',
    fromAll: 'con todas las filas',
    nothingChosen: 'Ningún método eligió una columna.',
    column: 'columna',
    of: (n: number) => `de ${n}`,
    meanRank: 'puesto',
    yes: 'elegida',
    no: 'no elegida',
    agreement: 'Acuerdo',
    shared: 'parte común de los conjuntos',
    agree: (a: string, b: string, share: string) => `${a} y ${b}: ${share}`,
    cellHow: 'Una casilla muestra los dos conjuntos y en qué difieren.',
    both: (n: number) => (n === 0 ? 'Los dos: ninguna' : `Los dos: ${n.toLocaleString('es')}`),
    only: (name: string, n: number) =>
      n === 0 ? `Solo ${name}: ninguna` : `Solo ${name}: ${n.toLocaleString('es')}`,
    standIns: 'Quién puede sustituir',
    standInsOf: 'a una columna del conjunto',
    emptySet: 'Ponga columnas en el conjunto: aquí estará cuáles otras podrían ocupar su lugar.',
    afterwards: 'Se pregunta cuando los métodos estén comparados.',
    instead: 'en vez / tomar',
    lost: 'pierde',
    lostHow: 'Bits perdidos: lo que la columna elegida dice del objetivo junto a su sustituta.',
    pHow: 'Que la columna elegida no dice nada junto a su sustituta (prueba G²).',
    copy: 'copia',
    noStandIn: 'ninguna otra columna',
    swapHead: 'cambiar',
    swap: (into: string, out: string) => `${into} por ${out}`,
    asGood: 'Otros conjuntos igual de buenos',
    within: (n: number, of: number, score: string, error: string) =>
      of === 0
        ? 'No se probó ningún otro conjunto.'
        : `${n} de ${of} probados ${n === 1 ? 'está' : 'están'} a menos de un error típico del conjunto (${score} ± ${error}), o por encima.`,
    noError: (of: number) => `${of} probados; una sola división no tiene error típico con que juzgarlos.`,
    takeOther: (swaps: string) => `Tomar el conjunto con ${swaps}`,
    swapsNote:
      'Los cambios se eligieron con todas las filas: estas puntuaciones se comparan entre sí, no con las de los métodos.',
  },
  export: {
    title: 'Exportar',
    reduced: 'El archivo reducido',
    reducedHow: (n: number, target: string) =>
      `${columns(n)}${target === '' ? '' : ` y ${target}`}, celdas tal como están en el archivo`,
    result: 'El resultado en JSON',
    report: 'El informe como página',
    workspace: 'Este espacio de trabajo',
    workspaceHow: 'lo preguntado y lo marcado, sin los datos: suéltelo aquí para seguir',
    otherData: (name: string) =>
      `archivo inadecuado: un espacio de trabajo de ${name} (abra antes sus datos y suéltelo después)`,
    noWorkspace: (name: string) => `archivo ilegible: ${name} (no es un espacio de trabajo de criba)`,
    command: 'En la línea de órdenes',
    typescript: 'En TypeScript',
    python: 'En Python',
    copy: 'Copiar',
    copied: 'Copiado',
    saved: (name: string) => `Guardado: ${name}`,
    commandOfSet: 'El archivo reducido en la línea de órdenes',
    save: 'Guardar',
    close: 'Cerrar',
    emptySet: 'El conjunto está vacío: aún no hay nada que escribir.',
    noReduce: 'Aquí solo se puede recortar un texto; use la línea de órdenes.',
    noResult: 'Ordene o seleccione antes: entonces habrá un resultado que guardar.',
  },
  keys: {
    title: 'Teclas',
    list: [
      ['1 … 6', 'las vistas'],
      ['/', 'filtrar'],
      ['↑ ↓', 'las filas'],
      ['Tab', 'lo que hay en una fila: objetivo, tipo, arreglo'],
      ['← ↑ ↓ →', 'mapa: el punto más cercano'],
      ['Espacio', 'poner la fila en el conjunto, o quitarla'],
      ['T', 'hacer de la columna de la fila el objetivo'],
      ['Intro', 'poner lo marcado en el conjunto'],
      ['Retroceso', 'quitar lo marcado del conjunto'],
      ['Ctrl Z, Ctrl Mayús Z', 'deshacer, rehacer'],
      ['L', 'mapa: por relevancia, o solo por redundancia'],
      [', .', 'mapa: girar'],
      ['E', 'exportar'],
      ['← → ↑ ↓', 'las casillas de Acuerdo, α y β, el marco del Paisaje; con Mayús su tamaño'],
      ['?', 'estas teclas'],
      ['Esc', 'cerrar, o parar'],
    ],
  },
  settings: {
    language: 'Idioma',
    scheme: 'Colores',
    schemes: { auto: 'como el sistema', light: 'claros', dark: 'oscuros' },
    forget: 'Olvidar el archivo',
    forgetHow: 'El último archivo se guarda en este navegador, para una pestaña que se vuelve a abrir.',
  },
  running: 'en marcha',
}

/** El veredicto en una frase; los números son los del informe. */
function verdict({ verdict, besideAll, besideNone, columns: all }: Evidence, decimals: number): string {
  const todas = `las ${columns(all)}`
  const by = fixed(Math.abs(besideAll.difference), decimals)
  const interval = ({ difference, interval: ends }: Evidence['besideAll']) =>
    `(${signed(difference, decimals)}, intervalo del 95\u00a0%: de ${signed(ends[0], decimals)} a ${signed(ends[1], decimals)})`
  switch (verdict) {
    case 'better-than-all':
      return `Las columnas elegidas son mejores que ${todas}, por ${by} ${interval(besideAll)}.`
    case 'worse-than-all':
      return `Las columnas elegidas son peores que ${todas}, por ${by} ${interval(besideAll)}.`
    case 'as-good-as-all':
      return `Las columnas elegidas son tan buenas como ${todas} ${interval(besideAll)}.`
    case 'not-told-apart':
      return `Hay demasiado pocas filas para decir si las columnas elegidas son tan buenas como ${todas} ${interval(besideAll)}.`
    case 'no-better-than-none':
      return `Estas filas no muestran que las columnas elegidas sean mejores que ninguna ${interval(besideNone)}.`
  }
}
