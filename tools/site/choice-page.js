import { choice } from './choice.js'
import { linkTo } from './entries.js'
import { relativeTo } from './links.js'
import { renderSentence } from './markdown.js'
import { pageOf } from './pages.js'

/** @typedef {import('./pages.js').Page} Page */
/** @typedef {import('./entries.js').EntryPage} EntryPage */
/** @typedef {import('./choice.js').Question} Question */
/** @typedef {'en' | 'es'} Language */

/** What the page says besides the tree. */
const texts = /** @type {const} */ ({
  en: {
    path: 'choose.html',
    title: 'How to choose a method',
    lead: 'Follow the answers that fit your table down to the methods. Each leads to its page.',
    study: ['The study', 'says how often each method found the right columns, and where it fails.'],
    guide: 'docs/which-method.md',
  },
  es: {
    path: 'docs/es/choose.html',
    title: 'Cómo elegir un método',
    lead: 'Siga las respuestas que convengan a su tabla hasta los métodos. Cada uno lleva a su página, en inglés.',
    study: ['El estudio', 'dice cuántas veces halló cada método las columnas correctas, y dónde falla.'],
    guide: 'docs/es/which-method.md',
  },
})

/**
 * The page of each language that leads to a method by questions.
 * @param {readonly EntryPage[]} entries
 * @returns {Page[]}
 */
export function choicePages(entries) {
  return /** @type {const} */ (['en', 'es']).map((language) => {
    const { path, title, lead, study, guide } = texts[language]
    const html = `<h1 id="choose">${title}</h1>
<p class="lead">${lead}</p>
<p>${renderSentence(choice.before[language], linkTo(path, entries))}</p>
${questionHtml(choice.first, language, linkTo(path, entries))}
<p><a href="${relativeTo(path, pageOf(guide))}">${study[0]}</a> ${study[1]}</p>`
    return { path, title, html }
  })
}

/**
 * A question with its answers as a list, each with the next question or with methods.
 * @param {Question} question
 * @param {Language} language
 * @param {(name: string) => string | undefined} link
 * @returns {string}
 */
function questionHtml({ answers, ...asked }, language, link) {
  const items = answers.map(
    ({ next, use, ...answer }) =>
      `<li><strong>${renderSentence(answer[language], link)}</strong>${
        next ? questionHtml(next, language, link) : ` <span>${renderSentence(use[language], link)}</span>`
      }</li>`,
  )
  return `<p class="question">${asked[language]}</p>
<ul class="tree">
${items.join('\n')}
</ul>`
}
