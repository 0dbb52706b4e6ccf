import type { AlertMessage } from './alert.ts'
import { cut, headline, moreWords, type ShownAlert, shownAlerts } from './shown.ts'

interface PlainText {
  type: 'plain_text'
  text: string
  /** false: `:name:` stays as it is. */
  emoji: false
}

/** `verbatim`: Slack makes no links or mentions of words in it. */
interface Markup {
  type: 'mrkdwn'
  text: string
  verbatim: true
}

type SlackBlock =
  | { type: 'header'; text: PlainText }
  | { type: 'section'; text: PlainText; fields?: PlainText[] }
  | { type: 'section'; text: Markup }
  | { type: 'context'; elements: PlainText[] }

/** The body for an incoming webhook of Slack. */
export interface SlackBody {
  /** For notifications, which show no blocks. */
  text: string
  blocks: SlackBlock[]
}

/** Limits of Slack (docs.slack.dev, Block Kit reference), in characters. */
const headerMax = 150
const textMax = 3000
const fieldMax = 2000
/** In a digest, because a message as a whole is limited too. */
const digestTextMax = 300
const digestFieldMax = 400

/**
 * A message for Slack. The texts of an alert are in plain text objects only, where Slack reads no markup, and `&`, `<`
 * and `>` are escaped everywhere. So no text of a record becomes a link, a mention or a format.
 */
export function renderSlack(message: AlertMessage): SlackBody {
  const { shown, more } = shownAlerts(message)
  const title = headline(shown, more)
  const rest = moreWords(more)
  const [only] = shown.length + more === 1 ? shown : []
  return {
    text: withoutMarkup(title),
    blocks: [
      { type: 'header', text: plain(only?.domain ?? title, headerMax) },
      ...shown.flatMap(alert => alertBlocks(alert, only !== undefined)),
      ...(rest === null ? [] : [context(rest)]),
      { type: 'section', text: { type: 'mrkdwn', text: linksOf(message, shown), verbatim: true } },
    ],
  }
}

/** Two blocks, so that a digest of 20 alerts has fewer than the 50 that Slack allows. */
function alertBlocks({ domain, title, details, values }: ShownAlert, isOnly: boolean): SlackBlock[] {
  const [most, mostOfField] = isOnly ? [textMax, fieldMax] : [digestTextMax, digestFieldMax]
  const field = (label: string, lines: readonly string[]) => plain([label, ...lines].join('\n'), mostOfField)
  const fields = values && { fields: [field('Before', values.before), field('Now', values.now)] }
  return [{ type: 'section', text: plain(isOnly ? title : `${domain}: ${title}`, most), ...fields }, context(details)]
}

function context(text: string): SlackBlock {
  return { type: 'context', elements: [plain(text, textMax)] }
}

function linksOf({ settingsUrl, productUrl }: AlertMessage, shown: readonly ShownAlert[]): string {
  const own = shown.length === 1 ? shown[0]?.url : null
  return `<${escaped(own ?? productUrl)}|Open in Waxseal> · <${escaped(settingsUrl)}|Change alert settings>`
}

function plain(text: string, max: number): PlainText {
  return { type: 'plain_text', text: escapedWithin(text, max), emoji: false }
}

/** The escaping that Slack asks for; the limits count the escaped text. */
function escapedWithin(text: string, max: number): string {
  const whole = escaped(text)
  if (whole.length <= max) return whole
  // An entity that is cut in half would be shown as text.
  return `${cut(whole, max)
    .slice(0, -1)
    .replace(/&[a-z]{0,3}$/, '')}…`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** The text of a notification is read as markup: its marks are replaced by a similar character that is none. */
function withoutMarkup(text: string): string {
  const marks: Readonly<Record<string, string>> = {
    '*': '∗',
    _: 'ˍ',
    '~': '∼',
    '`': 'ˋ',
    ':': '꞉',
    '@': '＠',
    '#': '＃',
  }
  return escapedWithin(
    text.replace(/[*_~`@#]|:(?=\S)/g, mark => marks[mark] ?? mark),
    textMax,
  )
}
