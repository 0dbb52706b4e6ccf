/** The file with the demo's zones. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { demoWorld } from '@waxseal/core/fixtures'
import { printZones } from './zone-text.ts'

/**
 * Writes the zones of the world into the file if it is missing.
 *
 * @param fresh writes them in any case; an edited file is moved, not deleted
 * @returns the new path of a moved file; null when none was moved
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
