import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { linkOfPlace, type PlaceId, places } from '@waxseal/core/assistant'
import { describe, expect, it } from 'vitest'
import { addressOfPlace } from './place-address.ts'

const ids = Object.keys(places) as PlaceId[]

/** Whether the sources of the screens have this text as a child, or as a value. */
function hasButton(text: string, name: string): boolean {
  return [`>${name}<`, `'${name}'`, ` ${name}\n`, `"${name}"`].some(each => text.includes(each))
}

describe('the address of a place', () => {
  it('is that of the one place of addresses, with the section', () => {
    expect(addressOfPlace(linkOfPlace('add-domain'), null)).toBe('/domains')
    expect(addressOfPlace(linkOfPlace('upgrade'), null)).toBe('/account#plans')
    expect(addressOfPlace(linkOfPlace('invite'), 'd1')).toBe('/account#workspace')
    expect(addressOfPlace(linkOfPlace('selector'), 'd1')).toBe('/diagnostics/d1#dkim')
    expect(addressOfPlace(linkOfPlace('selector'), null)).toBe('/domains')
  })

  const features = fileURLToPath(new URL('../features/', import.meta.url))
  const text = readdirSync(features, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.tsx') || path.endsWith('.ts'))
    .filter(path => !path.includes('.test.'))
    .map(path => readFileSync(join(features, path), 'utf8'))
    .join('\n')
    .replaceAll('`Export ${format}`', "'Export PDF' 'Export CSV'")

  it('names a section that a screen has', () => {
    const sections = ids.map(id => linkOfPlace(id).section).filter(section => section !== null)
    for (const section of sections)
      expect(text.includes(`id="${section}"`) || text.includes(`: '${section}',`), section).toBe(true)
  })

  it('comes with the names of buttons that a screen has', () => {
    const buttons = Object.values<{ steps: string }>(places).flatMap(({ steps }) =>
      [...steps.matchAll(/press ([A-Z][\w& ]*?)(?:[.,]| and | beside | under | below |$)/g)].flatMap(
        ([, name]) => name ?? [],
      ),
    )
    expect(buttons.length).toBeGreaterThan(25)
    expect(buttons.filter(name => !hasButton(text, name))).toEqual([])
  })
})
