import type { HeaderAnalysisReply } from '@waxseal/contract'
import type { Look } from '@waxseal/core/check'
import {
  alignmentSentence,
  analysisWords,
  filterLooks,
  identityWords,
  joins,
  rankLooks,
  resultTone,
  ruleLooks,
  rulesSentence,
  senderRulesTitle,
} from '@waxseal/core/headers'
import { bounds, cut, firstOf } from './bounds.ts'
import { styles } from './palette.ts'
import { paragraph, part, section, stateAt } from './parts.ts'
import type { Sheet } from './sheet.ts'
import { table } from './table.ts'

type Line = HeaderAnalysisReply['results'][number]['at']

/** A result, or what a filter decided: whose, what, and on which line. */
interface Row {
  name: string
  look: Look
  words: string
  at: Line
}

/** What the receiver reported, and what follows of it. */
export function authentication(sheet: Sheet, analysis: HeaderAnalysisReply): void {
  section(sheet, 'Authentication', () => {
    part(sheet, 'Results of the receiver', null, () => rows(sheet, analysis.results.map(methodRow)))
    if (analysis.ignored_results.length > 0) {
      part(sheet, 'Results that do not count', null, () => {
        paragraph(sheet, analysisWords.ignored)
        rows(sheet, analysis.ignored_results.map(ignoredRow))
      })
    }
    alignment(sheet, analysis.alignment)
    signatures(sheet, analysis.signatures)
    if (analysis.arc.length > 0) part(sheet, 'ARC', null, () => rows(sheet, analysis.arc.map(arcRow)))
    if (analysis.verdicts.length > 0) {
      part(sheet, 'Filter verdicts', null, () => rows(sheet, analysis.verdicts.map(verdictRow)))
    }
    senderRules(sheet, analysis.sender_rules)
  })
}

function resultLook(result: string): Look {
  return { word: cut(result, 24), tone: resultTone(result) }
}

function methodRow({ method, result, words, at }: HeaderAnalysisReply['results'][number]): Row {
  return { name: method.toUpperCase(), look: resultLook(result), words, at }
}

function ignoredRow({ authserv_id: id, rank, words, at }: HeaderAnalysisReply['ignored_results'][number]): Row {
  return { name: id ?? 'No authserv-id', look: rankLooks[rank], words, at }
}

function arcRow({ instance, seal, domain, words, at }: HeaderAnalysisReply['arc'][number]): Row {
  const name = `Set ${instance}${domain === null ? '' : `, ${domain}`}`
  return { name, look: seal === null ? { word: 'no seal', tone: 'idle' } : resultLook(seal), words, at }
}

function verdictRow({ product, says, words, at }: HeaderAnalysisReply['verdicts'][number]): Row {
  return { name: product, look: filterLooks[says], words, at }
}

function rows(sheet: Sheet, all: readonly Row[]): void {
  const { shown, rest } = firstOf(all, bounds.items, ['entry is', 'entries are'])
  for (const { name, look, words, at } of shown) row(sheet, { name, look, words, at })
  if (rest !== null) paragraph(sheet, rest, styles.small)
}

function row(sheet: Sheet, { name, look, words, at }: Omit<Row, 'at'> & { at: Line | null }): void {
  const [first = '', ...more] = sheet.lines(cut(name, bounds.cell), styles.name, sheet.width - 150)
  const wordLines = sheet.lines(cut(words), styles.quiet).length
  sheet.need((more.length + 2) * styles.name.leading + wordLines * styles.quiet.leading + 10)
  sheet.skip(5)
  const { y } = sheet
  sheet.inside('P', () => sheet.draw([first, ...more], styles.name))
  stateAt(sheet, look, { left: sheet.left + sheet.widthOf(first, styles.name) + 12, y })
  sheet.skip((more.length + 1) * styles.name.leading)
  paragraph(sheet, cut(words))
  if (at !== null) paragraph(sheet, `Line ${at.line}: ${cut(at.label, bounds.cell)}`, styles.small)
  sheet.skip(5)
  sheet.rule()
}

function alignment(sheet: Sheet, value: HeaderAnalysisReply['alignment']): void {
  const { from_domain: from, organizational_domain: organization, identities, aligned } = value
  const look: Look =
    aligned === null
      ? { word: 'Unknown', tone: 'unknown' }
      : aligned
        ? { word: 'Aligned', tone: 'excellent' }
        : { word: 'Not aligned', tone: 'poor' }
  part(sheet, 'DMARC alignment', look, () => {
    paragraph(sheet, alignmentSentence(value))
    if (from !== null && organization !== null && organization !== from) {
      paragraph(sheet, `The organizational domain of ${cut(from, 100)} is ${cut(organization, 100)}.`)
    }
    const { shown, rest } = firstOf(identities, bounds.items, ['identity is', 'identities are'])
    if (shown.length === 0) return
    sheet.skip(4)
    table(
      sheet,
      [
        {
          title: 'Identity',
          share: 0.12,
          cell: each => ({ texts: [{ text: each.kind.toUpperCase(), style: styles.name }] }),
        },
        {
          title: 'Domain',
          share: 0.42,
          cell: each => ({ texts: [{ text: cut(each.domain, bounds.cell), style: mono }] }),
        },
        {
          title: 'Result and alignment',
          share: 0.46,
          cell: each => ({ look: { word: identityWords(each), tone: joins(each) ? 'excellent' : 'poor' } }),
        },
      ],
      shown,
    )
    if (rest !== null) paragraph(sheet, rest, styles.small)
  })
}

const mono = { ...styles.record, leading: styles.text.leading }

function signatures(sheet: Sheet, all: HeaderAnalysisReply['signatures']): void {
  part(sheet, 'Signatures', null, () => {
    if (all === null) return paragraph(sheet, analysisWords.unsigned)
    if (all.length === 0) return paragraph(sheet, analysisWords.noSignature)
    const { shown, rest } = firstOf(all, bounds.items, ['signature is', 'signatures are'])
    for (const { kind, domain, selector, result, words } of shown) {
      row(sheet, { name: `${kind.toUpperCase()} ${domain} (${selector})`, look: resultLook(result), words, at: null })
    }
    if (rest !== null) paragraph(sheet, rest, styles.small)
  })
}

function senderRules(sheet: Sheet, rules: HeaderAnalysisReply['sender_rules']): void {
  if (rules.length === 0) return
  part(sheet, senderRulesTitle, null, () => {
    paragraph(sheet, rulesSentence(rules))
    sheet.skip(4)
    table(
      sheet,
      [
        {
          title: 'Rule',
          share: 0.58,
          cell: ({ title, words, clause }) => ({
            texts: [
              { text: title, style: styles.name },
              { text: cut(words), style: styles.quiet },
              { text: clause, style: styles.small },
            ],
          }),
        },
        {
          title: 'Asked by',
          share: 0.22,
          cell: ({ receivers }) => ({ texts: [{ text: receivers.join(', '), style: styles.text }] }),
        },
        { title: 'Verdict', share: 0.2, cell: ({ verdict }) => ({ look: ruleLooks[verdict] }) },
      ],
      rules,
    )
  })
}
