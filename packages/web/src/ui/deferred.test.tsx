import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { deferred } from './deferred.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const Greeting = ({ name }: { name: string }) => <p>Good morning, {name}</p>
const pick = (module: { Greeting: typeof Greeting }) => module.Greeting

it('fetches a part once, and shows a placeholder meanwhile', async () => {
  const load = vi.fn(() => Promise.resolve({ Greeting }))
  const Part = deferred({ what: 'The greeting', load, pick, waiting: <p>Waiting</p> })
  const first = render(<Part name="Ada" />)
  expect(screen.getByText('Waiting')).toBeDefined()
  expect(await screen.findByText('Good morning, Ada')).toBeDefined()
  first.unmount()
  render(<Part name="Kim" />)
  expect(screen.getByText('Good morning, Kim')).toBeDefined()
  expect(load).toHaveBeenCalledTimes(1)
})

it('says that it could not be fetched, and retries on request', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let online = false
  const load = () => (online ? Promise.resolve({ Greeting }) : Promise.reject(new Error('no network')))
  const Part = deferred({ what: 'The greeting', load, pick, waiting: null })
  render(<Part name="Ada" />)
  expect(await screen.findByText('The greeting could not be loaded')).toBeDefined()
  online = true
  act(() => screen.getByRole('button', { name: 'Retry' }).click())
  expect(await screen.findByText('Good morning, Ada')).toBeDefined()
})

it('shows a prefetched part at once', async () => {
  const Part = deferred({
    what: 'The greeting',
    load: () => Promise.resolve({ Greeting }),
    pick,
    waiting: <p>Waiting</p>,
  })
  Part.preload()
  await Promise.resolve()
  render(<Part name="Ada" />)
  expect(screen.getByText('Good morning, Ada')).toBeDefined()
})

it('retries under another address, because the browser caches the failed import', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  // The rest of a data URL is the module; an appended query is a comment in it.
  const address = `data:text/javascript,export%20const%20Greeting=({name})=>'Good%20evening,%20'+name//`
  let reachable = 'http://module.invalid/greeting.js'
  const load = (): Promise<{ Greeting: typeof Greeting }> =>
    Promise.reject(new TypeError(`Failed to fetch dynamically imported module: ${reachable}`))
  const Part = deferred({ what: 'The greeting', load, pick, waiting: null })
  render(<Part name="Ada" />)
  expect(await screen.findByText('The greeting could not be loaded')).toBeDefined()
  reachable = address
  act(() => screen.getByRole('button', { name: 'Retry' }).click())
  expect(await screen.findByText('Good evening, Ada')).toBeDefined()
})

it('requests nothing without a network, unless the server is local', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  let isNear = false
  vi.stubGlobal('fetch', () => (isNear ? Promise.resolve(new Response()) : Promise.reject(new TypeError('offline'))))
  const load = vi.fn(() => Promise.resolve({ Greeting }))
  const Part = deferred({ what: 'The greeting', load, pick, waiting: null })
  Part.preload()
  render(<Part name="Ada" />)
  expect(await screen.findByText('The greeting could not be loaded')).toBeDefined()
  expect(load).not.toHaveBeenCalled()
  isNear = true
  act(() => screen.getByRole('button', { name: 'Retry' }).click())
  expect(await screen.findByText('Good morning, Ada')).toBeDefined()
})
