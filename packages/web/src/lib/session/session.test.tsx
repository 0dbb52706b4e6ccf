import { act, cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createEmbeddedAuth } from './embedded.ts'
import { SessionProvider, useSession } from './session.tsx'

function Status(): ReactNode {
  return <p>{useSession().status}</p>
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the session of a page', () => {
  it('goes from loading to the loaded session', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { status: 401 })))
    const auth = createEmbeddedAuth()
    void auth.load()
    render(
      <SessionProvider client={auth}>
        <Status />
      </SessionProvider>,
    )
    expect(screen.getByText('loading')).toBeDefined()
    await act(async () => {
      await Promise.resolve()
    })
    expect(await screen.findByText('signed-out', {}, { timeout: 10_000 })).toBeDefined()
  })

  it('has one provider: a second one inside it throws', () => {
    vi.spyOn(console, 'error').mockReturnValue()
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    const auth = createEmbeddedAuth()
    const twice = (
      <SessionProvider client={auth}>
        <SessionProvider client={auth}>
          <Status />
        </SessionProvider>
      </SessionProvider>
    )
    expect(() => render(twice)).toThrow('a page has one session')
  })

  it('has one provider: a second one beside it throws', () => {
    vi.spyOn(console, 'error').mockReturnValue()
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    const beside = (
      <>
        <SessionProvider client={createEmbeddedAuth()}>
          <Status />
        </SessionProvider>
        <SessionProvider client={createEmbeddedAuth()}>
          <Status />
        </SessionProvider>
      </>
    )
    expect(() => render(beside)).toThrow('a page has one session')
  })
})
