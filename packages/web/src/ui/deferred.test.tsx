import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { deferred } from './deferred.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const Greeting = ({ name }: { name: string }) => <p>Good morning, {name}</p>

it('fetches a part once, and shows what stands in its place meanwhile', async () => {
  const load = vi.fn(() => Promise.resolve(Greeting))
  const Part = deferred({ what: 'The greeting', load, waiting: <p>Waiting</p> })
  const first = render(<Part name="Ada" />)
  expect(screen.getByText('Waiting')).toBeDefined()
  expect(await screen.findByText('Good morning, Ada')).toBeDefined()
  first.unmount()
  render(<Part name="Kim" />)
  expect(screen.getByText('Good morning, Kim')).toBeDefined()
  expect(load).toHaveBeenCalledTimes(1)
})

it('says that it could not be fetched, and tries again when asked', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let online = false
  const load = () => (online ? Promise.resolve(Greeting) : Promise.reject(new Error('no network')))
  const Part = deferred({ what: 'The greeting', load, waiting: null })
  render(<Part name="Ada" />)
  expect(await screen.findByText('The greeting could not be loaded')).toBeDefined()
  online = true
  act(() => screen.getByRole('button', { name: 'Retry' }).click())
  expect(await screen.findByText('Good morning, Ada')).toBeDefined()
})

it('is there at once when it was fetched before it was needed', async () => {
  const Part = deferred({ what: 'The greeting', load: () => Promise.resolve(Greeting), waiting: <p>Waiting</p> })
  Part.preload()
  await Promise.resolve()
  render(<Part name="Ada" />)
  expect(screen.getByText('Good morning, Ada')).toBeDefined()
})
