import { isoPath, pixelOf, setLabel, winnerOf } from '../figures/winner.ts'
import { startPngButtons, startSliders } from './page-script.ts'

/** The script of a page: the text of the functions that it consists of. */
export function scriptText(): string {
  const tools = Object.entries({ winnerOf, isoPath, pixelOf, setLabel })
    .map(([name, run]) => `${name}: ${String(run)}`)
    .join(',\n')
  return `(${String(startPngButtons)})();
(${String(startSliders)})({
${tools},
ln: Math.log,
exp: Math.exp
});`
}
