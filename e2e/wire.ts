import type { CDPSession, Page } from '@playwright/test'

type Kind = 'script' | 'style' | 'font'
const kinds: Readonly<Record<string, Kind>> = { '.js': 'script', '.css': 'style', '.woff2': 'font' }

/** A file as it came over the wire. */
interface Load {
  kind: Kind
  /** The path of its address. */
  path: string
  /** Headers and compressed body, in kilobytes of 1,000 bytes. */
  kilobytes: number
}

/** Empties the browser's cache and records what the page receives from now on, for as long as it is open. */
export async function watchWire(page: Page): Promise<{ loads: Load[]; browser: CDPSession }> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.enable')
  await browser.send('Network.clearBrowserCache')
  const addresses = new Map<string, string>()
  const loads: Load[] = []
  browser.on('Network.responseReceived', ({ requestId, response }) => {
    addresses.set(requestId, new URL(response.url).pathname)
  })
  browser.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const path = addresses.get(requestId) ?? ''
    const kind = kinds[path.slice(path.lastIndexOf('.'))]
    if (kind !== undefined) loads.push({ kind, path, kilobytes: encodedDataLength / 1_000 })
  })
  return { loads, browser }
}

/** The kilobytes of the loads that `counts` accepts. */
export function weightOf(loads: readonly Load[], counts: (load: Load) => boolean): number {
  return loads.filter(counts).reduce((total, { kilobytes }) => total + kilobytes, 0)
}
