import type { AlertMessage } from './alert.ts'
import { cut, headline, moreWords, type ShownAlert, shownAlerts } from './shown.ts'

/** A mail. The subject is one line. */
export interface AlertEmail {
  subject: string
  text: string
  html: string
}

const subjectMax = 120

/**
 * A message as a mail: plain text, and HTML without images, scripts, classes or anything from elsewhere. It sets no
 * background and no text color, so that it fits light and dark readers.
 */
export function renderEmail(message: AlertMessage): AlertEmail {
  const { shown, more } = shownAlerts(message)
  const title = headline(shown, more)
  return {
    subject: cut(title, subjectMax),
    text: textOf(message, shown, title, more),
    html: htmlOf(message, shown, title, more),
  }
}

const whyLine = 'You receive this email because it is the alert address of a Waxseal workspace.'

function textOf(message: AlertMessage, shown: readonly ShownAlert[], title: string, more: number): string {
  const isDigest = shown.length + more > 1
  const rest = moreWords(more)
  return [
    title,
    '',
    ...shown.flatMap(alert => [
      ...(isDigest ? [`${alert.domain}: ${alert.title}`] : []),
      alert.details,
      ...(alert.values === null
        ? []
        : ['Before:', ...alert.values.before.map(indented), 'Now:', ...alert.values.now.map(indented)]),
      ...(alert.url === null ? [] : [`Details: ${alert.url}`]),
      '',
    ]),
    ...(rest === null ? [] : [rest, '']),
    `All alerts: ${message.productUrl}`,
    '',
    '-- ',
    whyLine,
    `Change alert settings: ${message.settingsUrl}`,
    ...(message.unsubscribeUrl === undefined ? [] : [`Unsubscribe: ${message.unsubscribeUrl}`]),
    '',
  ].join('\n')
}

function indented(line: string): string {
  return `  ${line}`
}

const bar = { critical: '#d14343', warning: '#c98a1b', info: '#8a8f98' } as const
const calm = 'font:15px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif'
const mono = 'font:13px/1.5 ui-monospace,Menlo,Consolas,monospace;white-space:pre-wrap;overflow-wrap:anywhere;margin:0'

function htmlOf(message: AlertMessage, shown: readonly ShownAlert[], title: string, more: number): string {
  const isDigest = shown.length + more > 1
  const rest = moreWords(more)
  const { settingsUrl, unsubscribeUrl, productUrl } = message
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<meta name="color-scheme" content="light dark"><title>${escaped(title)}</title></head>`,
    `<body style="margin:0;padding:24px;${calm}"><div style="max-width:600px;margin:0 auto">`,
    `<h1 style="font-size:20px;line-height:1.3;margin:0 0 16px"><bdi>${escaped(title)}</bdi></h1>`,
    ...shown.map(alert => alertHtml(alert, isDigest)),
    ...(rest === null ? [] : [`<p style="margin:0 0 16px">${escaped(rest)}</p>`]),
    `<p style="margin:0 0 16px">${link(productUrl, 'All alerts')}</p>`,
    '<hr style="border:0;border-top:1px solid #8a8f98;margin:24px 0 12px">',
    `<p style="font-size:13px;margin:0">${whyLine}<br>${link(settingsUrl, 'Change alert settings')}`,
    ...(unsubscribeUrl === undefined ? [] : [` · ${link(unsubscribeUrl, 'Unsubscribe')}`]),
    '</p></div></body></html>',
    '',
  ].join('\n')
}

function alertHtml(
  { domain, title, details, values, url, severity, isResolved }: ShownAlert,
  inDigest: boolean,
): string {
  const color = isResolved ? '#3a8f5c' : bar[severity]
  return [
    `<div style="border-left:4px solid ${color};padding:0 0 0 12px;margin:0 0 24px">`,
    ...(inDigest ? [`<p style="font-weight:600;margin:0 0 4px"><bdi>${escaped(`${domain}: ${title}`)}</bdi></p>`] : []),
    `<p style="font-size:13px;margin:0 0 8px">${escaped(details)}</p>`,
    ...(values === null ? [] : [valueHtml('Before', values.before), valueHtml('Now', values.now)]),
    ...(url === null ? [] : [`<p style="margin:8px 0 0">${link(url, 'Details')}</p>`]),
    '</div>',
  ].join('\n')
}

function valueHtml(label: string, lines: readonly string[]): string {
  const text = lines.map(line => `<bdi>${escaped(line)}</bdi>`).join('\n')
  return `<p style="font-size:13px;margin:8px 0 0">${label}</p>\n<pre style="${mono}">${text}</pre>`
}

function link(url: string, text: string): string {
  return `<a href="${escaped(url)}">${text}</a>`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
