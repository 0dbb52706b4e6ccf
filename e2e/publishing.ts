/** How a test changes a zone: the name servers run in the process of the set-up, and the tests run in others. */
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Lab, LabZone } from '../packages/scanner/realserver/lab.ts'

export const publishingPort = 3918

/** Takes changes of zones on the loopback, until the returned function is called. */
export async function takeChanges(lab: Lab, zones: readonly LabZone[]): Promise<() => Promise<void>> {
  const records = new Map(zones.map(zone => [zone.name, zone.records ?? '']))
  const change = async (given: string): Promise<void> => {
    const { zone, lines } = JSON.parse(given) as { zone: string; lines: readonly string[] }
    await lab.publish(zone, [records.get(zone), ...lines].join('\n'))
  }
  const server = createServer((request, response) => {
    text(request)
      .then(change)
      .then(
        () => response.end(),
        (error: unknown) => response.writeHead(500).end(String(error)),
      )
  })
  await new Promise<void>(resolve => server.listen(publishingPort, '127.0.0.1', resolve))
  return () => new Promise(resolve => server.close(() => resolve()))
}

/** Publishes these lines of a zone file beside the first records of a zone; resolves when its servers have them. */
export async function publish(zone: string, ...lines: readonly string[]): Promise<void> {
  const reply = await fetch(`http://127.0.0.1:${publishingPort}`, {
    method: 'POST',
    body: JSON.stringify({ zone, lines }),
  })
  if (!reply.ok) throw new Error(`publishing ${zone}: ${await reply.text()}`)
}
