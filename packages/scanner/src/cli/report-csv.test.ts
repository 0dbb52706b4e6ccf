import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waxseal, waxsealWith } from '../testing/terminal.ts'
import { zoneServer } from '../testing/zone-server.ts'
import { perfect } from '../testing/zones.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waxseal-csv-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function scanned(flag: string): Promise<string> {
  const server = await zoneServer(perfect)
  const { out } = await waxseal('scan', 'perfect.example', flag, '--resolver', server.name)
  await server.close()
  return out
}

describe('a scan as CSV', () => {
  it('comes from scan --csv, and is the same from the stored JSON', async () => {
    const csv = await scanned('--csv')
    expect(csv).toContain('Report,,Domain,,,perfect.example,,\r\n')
    expect(csv).toContain('Record,DMARC,DMARC,,,v=DMARC1; p=reject; rua=mailto:reports@perfect.example,,\r\n')
    const json = await scanned('--json')
    const file = join(folder, 'scan.json')
    await writeFile(file, json)
    expect((await waxseal('report', 'csv', file)).out).toBe(csv)
    const request = JSON.stringify({ id: 1, cmd: 'report.csv', args: { scan: JSON.parse(json) as unknown } })
    expect(JSON.parse((await waxsealWith(request, 'batch')).out)).toEqual({ id: 1, ok: true, result: { csv } })
  })

  it.each([[[]], ['scan'], [{}], [null]])('is not made of %j', async scan => {
    const { out } = await waxsealWith(JSON.stringify({ id: 1, cmd: 'report.csv', args: { scan } }), 'batch')
    expect(JSON.parse(out)).toMatchObject({ id: 1, ok: false })
  })
})
