// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Keeping } from './drafts.ts'

interface Form {
  name: string
  /** From the server: not stored. */
  known: string
}

const keeping: Keeping<Form> = {
  name: 'form',
  keep: ({ name }) => name,
  find: (kept, fresh) => (typeof kept === 'string' ? { ...fresh, name: kept } : null),
}

const fresh = (): Form => ({ name: '', known: 'of now' })

/** A reload of this tab's page: only the browser's storage remains. */
async function page() {
  vi.resetModules()
  const { createDrafts, keepDraftsOf, forgetDrafts } = await import('./drafts.ts')
  return { drafts: createDrafts(keeping), unkept: createDrafts<Form>(), keepDraftsOf, forgetDrafts }
}

const stored = (): string => sessionStorage.getItem('waxseal.drafts') ?? ''

function refuse(): never {
  throw new DOMException('denied', 'SecurityError')
}

beforeEach(() => sessionStorage.clear())

describe('drafts after a reload', () => {
  it('are restored for the account that typed them, over newer data', async () => {
    const before = await page()
    before.keepDraftsOf('ada')
    before.drafts.set('a', { name: 'typed', known: 'of then' })
    before.drafts.set('b', { name: 'gone', known: '' })
    before.drafts.delete('b')
    before.unkept.set('a', { name: 'of this page', known: '' })
    const { drafts, unkept, keepDraftsOf } = await page()
    expect(drafts.get('a', fresh)).toBeUndefined()
    keepDraftsOf('ada')
    expect(drafts.get('a', fresh)).toEqual({ name: 'typed', known: 'of now' })
    expect(drafts.get('b', fresh)).toBeUndefined()
    expect(unkept.get('a', fresh)).toBeUndefined()
  })

  it('are deleted when another account signs in, for the first one too', async () => {
    const before = await page()
    before.keepDraftsOf('ada')
    before.drafts.set('a', { name: 'secret', known: '' })
    const other = await page()
    other.keepDraftsOf('kim')
    expect(other.drafts.get('a', fresh)).toBeUndefined()
    expect(stored()).not.toContain('secret')
    const back = await page()
    back.keepDraftsOf('ada')
    expect(back.drafts.get('a', fresh)).toBeUndefined()
  })

  it('are deleted by a sign-out, at once', async () => {
    const before = await page()
    before.keepDraftsOf('ada')
    before.drafts.set('a', { name: 'secret', known: '' })
    expect(stored()).toContain('secret')
    before.forgetDrafts()
    expect(stored()).not.toContain('secret')
    expect(before.drafts.get('a', fresh)).toBeUndefined()
    before.keepDraftsOf('ada')
    expect(before.drafts.get('a', fresh)).toBeUndefined()
  })

  it('stay for a person who signs in again after their session ended', async () => {
    const before = await page()
    before.keepDraftsOf('ada')
    before.drafts.set('a', { name: 'typed', known: '' })
    const signedOut = await page()
    expect(signedOut.drafts.get('a', fresh)).toBeUndefined()
    signedOut.keepDraftsOf('ada')
    expect(signedOut.drafts.get('a', fresh)?.name).toBe('typed')
  })

  it('are bounded: the oldest change goes first, and a draft that is too large is not stored', async () => {
    const before = await page()
    before.keepDraftsOf('ada')
    for (const key of ['a', 'b', 'c']) before.drafts.set(key, { name: key.repeat(90_000), known: '' })
    before.drafts.set('a', { name: 'a'.repeat(90_001), known: '' })
    before.drafts.set('d', { name: 'd'.repeat(90_000), known: '' })
    expect(stored().length).toBeLessThan(310_000)
    const { drafts, keepDraftsOf } = await page()
    keepDraftsOf('ada')
    expect(['a', 'b', 'c', 'd'].filter(key => drafts.get(key, fresh) !== undefined)).toEqual(['a', 'c', 'd'])
    drafts.set('e', { name: 'e'.repeat(400_000), known: '' })
    expect(stored().length).toBeLessThan(310_000)
    expect(drafts.get('e', fresh)?.name).toHaveLength(400_000)
  })

  it.each([
    'no JSON',
    'null',
    '7',
    '[]',
    '{}',
    '{"owner":"ada"}',
    '{"owner":"ada","kept":null}',
    '{"owner":"ada","kept":{"length":1}}',
    '{"owner":"ada","kept":[null,7,["form a"],["form a",7],["form a","no JSON"],[["form a"],"\\"x\\""]]}',
    '{"owner":"ada","kept":[["form a","{\\"name\\":1}"]]}',
    '{"owner":{"toString":1},"kept":[["form a","\\"x\\""]]}',
  ])('are ignored if the stored value is invalid: %s', async text => {
    sessionStorage.setItem('waxseal.drafts', text)
    const { drafts, keepDraftsOf } = await page()
    keepDraftsOf('ada')
    expect(drafts.get('a', fresh)).toBeUndefined()
    drafts.set('a', { name: 'typed', known: '' })
    const next = await page()
    next.keepDraftsOf('ada')
    expect(next.drafts.get('a', fresh)?.name).toBe('typed')
  })

  it('last as long as the page if the browser stores nothing', async () => {
    const spies = [
      vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse),
      vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse),
      vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(refuse),
    ]
    const { drafts, keepDraftsOf, forgetDrafts } = await page()
    keepDraftsOf('ada')
    drafts.set('a', { name: 'typed', known: '' })
    expect(drafts.get('a', fresh)?.name).toBe('typed')
    forgetDrafts()
    expect(drafts.get('a', fresh)).toBeUndefined()
    for (const spy of spies) spy.mockRestore()
  })
})
