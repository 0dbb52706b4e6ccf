import { octetsOfText } from '../dns/index.ts'
import type { AlertMessage } from './alert.ts'
import { headline, moreWords, type ShownAlert, type ShownAlerts, shownAlerts } from './shown.ts'

interface TextRun {
  type: 'TextRun'
  text: string
  weight?: 'Bolder'
  size?: 'Large'
  color?: 'Attention' | 'Warning' | 'Good'
  isSubtle?: true
  fontType?: 'Monospace'
}

/** Its text runs have no Markdown, unlike a TextBlock. */
interface RichTextBlock {
  type: 'RichTextBlock'
  inlines: TextRun[]
  separator?: true
  spacing?: 'None'
}

interface OpenUrl {
  type: 'Action.OpenUrl'
  title: string
  url: string
}

interface Card {
  $schema: 'http://adaptivecards.io/schemas/adaptive-card.json'
  type: 'AdaptiveCard'
  version: '1.4'
  body: RichTextBlock[]
  actions: OpenUrl[]
}

/** The body for a webhook of a Workflow of Microsoft Teams. */
export interface TeamsBody {
  type: 'message'
  attachments: { contentType: 'application/vnd.microsoft.card.adaptive'; contentUrl: null; content: Card }[]
}

/** Teams refuses messages of more than 28 KB. */
const bytesMax = 28_000

/**
 * A message for Teams: an Adaptive Card 1.4 (adaptivecards.io) in the envelope of a Workflow. The texts of an alert are
 * text runs only, which have no Markdown. What does not fit into 28 KB is shortened, then counted instead of shown.
 */
export function renderTeams(message: AlertMessage): TeamsBody {
  const whole = cardOf(message, shownAlerts(message))
  if (fits(whole)) return whole
  const { shown, more } = shownAlerts(message, 'short')
  for (let count = shown.length; ; count--) {
    const card = cardOf(message, { shown: shown.slice(0, count), more: more + shown.length - count })
    if (count <= 1 || fits(card)) return card
  }
}

function fits(body: TeamsBody): boolean {
  return octetsOfText(JSON.stringify(body)).length <= bytesMax
}

function cardOf(message: AlertMessage, { shown, more }: ShownAlerts): TeamsBody {
  const rest = moreWords(more)
  const own = shown.length === 1 ? shown[0]?.url : null
  const content: Card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      text({ text: headline(shown, more), weight: 'Bolder', size: 'Large' }),
      ...shown.flatMap(alert => alertBlocks(alert, shown.length + more > 1)),
      ...(rest === null ? [] : [text({ text: rest, isSubtle: true })]),
    ],
    actions: [
      { type: 'Action.OpenUrl', title: 'Open in Waxseal', url: own ?? message.productUrl },
      { type: 'Action.OpenUrl', title: 'Change alert settings', url: message.settingsUrl },
    ],
  }
  const contentType = 'application/vnd.microsoft.card.adaptive'
  return { type: 'message', attachments: [{ contentType, contentUrl: null, content }] }
}

const colors = { critical: 'Attention', warning: 'Warning', info: undefined } as const

function alertBlocks(
  { domain, title, details, values, severity, isResolved }: ShownAlert,
  inDigest: boolean,
): RichTextBlock[] {
  const color = isResolved ? 'Good' : colors[severity]
  return [
    ...(inDigest ? [{ ...text({ text: `${domain}: ${title}`, weight: 'Bolder' }), separator: true as const }] : []),
    text({ text: details, ...(color && { color }) }),
    ...(values === null ? [] : [...valueBlocks('Before', values.before), ...valueBlocks('Now', values.now)]),
  ]
}

function valueBlocks(label: string, lines: readonly string[]): RichTextBlock[] {
  const values = lines.map(line => ({ ...text({ text: line, fontType: 'Monospace' }), spacing: 'None' as const }))
  return [text({ text: label, isSubtle: true }), ...values]
}

/** One text run. `{{DATE(…)}}` would be replaced by a date, so that two braces are set apart. */
function text(run: Omit<TextRun, 'type'>): RichTextBlock {
  return { type: 'RichTextBlock', inlines: [{ type: 'TextRun', ...run, text: run.text.replaceAll(/\{(?=\{)/g, '{ ') }] }
}
