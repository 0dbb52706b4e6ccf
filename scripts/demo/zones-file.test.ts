import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoWorld } from '@waxseal/core/fixtures'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { printZones } from './zone-text.ts'
import { prepareZones } from './zones-file.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waxseal-zones-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe("the zones' file", () => {
  it('is written if it is missing, with its folder', async () => {
    const path = join(folder, 'demo', 'zones.txt')
    expect(await prepareZones(path, true)).toBeNull()
    expect(readFileSync(path, 'utf8')).toBe(await printZones(demoWorld.domains))
  })

  it('stays unchanged if a person wrote it', async () => {
    const path = join(folder, 'zones.txt')
    writeFileSync(path, '; mine\n')
    expect(await prepareZones(path, false)).toBeNull()
    expect(readFileSync(path, 'utf8')).toBe('; mine\n')
  })

  it('is reset to the world at a start, with the edited file kept beside it', async () => {
    const path = join(folder, 'zones.txt')
    writeFileSync(path, '; changed\n')
    expect(await prepareZones(path, true)).toBe(`${path}.old`)
    expect(readFileSync(`${path}.old`, 'utf8')).toBe('; changed\n')
    expect(readFileSync(path, 'utf8')).toBe(await printZones(demoWorld.domains))
  })

  it('is not rewritten when it equals the world: another demo may be reading it', async () => {
    const path = join(folder, 'zones.txt')
    await prepareZones(path, true)
    const { ino, mtimeMs } = statSync(path)
    expect(await prepareZones(path, true)).toBeNull()
    expect(statSync(path)).toMatchObject({ ino, mtimeMs })
    expect(readdirSync(folder)).toEqual(['zones.txt'])
  })
})
