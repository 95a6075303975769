import type { Report } from '../../trace/report.ts'
import { escapeHtml } from './escape.ts'

/** A report as one HTML page that needs no network. */
export function reportPage(report: Report): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(report.title)}</title><h1>${escapeHtml(report.title)}</h1></html>\n`
}
