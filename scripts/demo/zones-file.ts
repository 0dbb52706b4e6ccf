/** The file the demo's zones stand in while it runs. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { demoWorld } from '@waxseal/core/fixtures'
import { printZones } from './zone-text.ts'

/**
 * Writes the zones of the world into the file where there is none.
 *
 * @param fresh the world is to stand in it whatever stood there before; what somebody wrote is not thrown away but moved
 * @returns where that was moved to; null when nothing had to be
 */
export async function prepareZones(path: string, fresh: boolean): Promise<string | null> {
  const exists = existsSync(path)
  if (exists && !fresh) return null
  const world = await printZones(demoWorld.domains)
  if (exists && readFileSync(path, 'utf8') === world) return null
  const old = exists ? `${path}.old` : null
  if (old !== null) renameSync(path, old)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, world)
  return old
}
