import { answerHtml, hasUncheckedRecords } from '@waxseal/contract/answer-html'
import { answerChecker, type Grounds, type RecordFinder, type StatementKind } from '@waxseal/core/assistant'

/** An answer of a language model after it was compared with what it got. */
export interface CheckedAnswer {
  /** What it says that nothing it got has. Empty: it may be shown. */
  without: readonly (StatementKind | 'record')[]
  /** What it rests on, in words. */
  cited: readonly string[]
}

/**
 * Compares an answer with everything that the model got for it, as Markdown, and then as people would see it: what only one of
 * both shows counts. An answer that is not shown anyway is not read a second time.
 */
export function checkModel(written: string, grounds: Grounds, finder: RecordFinder): CheckedAnswer {
  const check = answerChecker(grounds)
  const { unsupported: asWritten, cited } = check(written)
  const unsupported = asWritten.length > 0 ? asWritten : check(visible(answerHtml(written, 'unmarked'))).unsupported
  const kinds = unsupported.map(({ kind }) => kind)
  const hasRecord = hasUncheckedRecords(written, finder)
  return { without: [...new Set([...kinds, ...(hasRecord ? (['record'] as const) : [])])], cited }
}

/** The text of HTML of ours, in lines and paragraphs. Entities stay. */
function visible(html: string): string {
  return html
    .replaceAll(/<h[1-4][^<>]{0,80}>/g, '# ')
    .replaceAll(/<\/(?:p|ul|h[1-4])>/g, '\n\n')
    .replaceAll(/<li[^<>]{0,80}>/g, '\n- ')
    .replaceAll(/<br>|<\/li>/g, '\n')
    .replaceAll(/<[^<>]{0,80}>/g, '')
}
