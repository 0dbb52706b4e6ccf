import { expect, it } from 'vitest'
import { buildOf } from '../build.ts'
import { sampleOf } from '../testing/scrape.ts'
import { measureProcess, openMetrics } from './metrics.ts'

const build = { ...buildOf(), commit: '0123456789ab' }

it('two processes in one program count apart', async () => {
  const [one, other] = [openMetrics(build), openMetrics(build)]
  one.scanEnded({ end: 'done', seconds: 3, coverage: 0.95 })
  one.scanEnded({ end: 'failed' })
  const text = await one.registry.metrics()
  expect(sampleOf(text, 'waxseal_scans_total', { end: 'done' })).toBe(1)
  expect(sampleOf(text, 'waxseal_scans_total', { end: 'failed' })).toBe(1)
  expect(sampleOf(text, 'waxseal_scan_duration_seconds_bucket', { le: '2' })).toBe(0)
  expect(sampleOf(text, 'waxseal_scan_duration_seconds_bucket', { le: '5' })).toBe(1)
  expect(sampleOf(text, 'waxseal_scan_coverage_ratio_sum')).toBe(0.95)
  expect(sampleOf(await other.registry.metrics(), 'waxseal_scans_total', { end: 'done' })).toBe(0)
})

it('a stream that ends twice is counted once', async () => {
  const metrics = openMetrics(build)
  const [first] = [metrics.streamOpened(), metrics.streamOpened()]
  first?.()
  first?.()
  expect(sampleOf(await metrics.registry.metrics(), 'waxseal_streams_open')).toBe(1)
})

it('sign-ins, limits and unknown methods have bounded labels', async () => {
  const metrics = openMetrics(build)
  metrics.signInEnded('bad')
  metrics.requestEnded({ method: 'PROPFIND', route: undefined, status: 429, seconds: 0.02 })
  const text = await metrics.registry.metrics()
  expect(sampleOf(text, 'waxseal_sign_ins_total', { outcome: 'bad' })).toBe(1)
  expect(sampleOf(text, 'waxseal_sign_ins_total', { outcome: 'good' })).toBe(0)
  expect(sampleOf(text, 'waxseal_http_rate_limited_total', { route: 'none' })).toBe(1)
  expect(sampleOf(text, 'waxseal_http_request_duration_seconds_count', { method: 'other', status: '4xx' })).toBe(1)
})

it('DNS questions are counted by outcome and by resolver, also when none answered', async () => {
  const metrics = openMetrics(build)
  metrics.dnsAnswered('records', '127.0.0.1:53')
  metrics.dnsAnswered('timeout', null)
  const text = await metrics.registry.metrics()
  expect(sampleOf(text, 'waxseal_dns_questions_total', { outcome: 'records', resolver: '127.0.0.1:53' })).toBe(1)
  expect(sampleOf(text, 'waxseal_dns_questions_total', { outcome: 'timeout', resolver: 'none' })).toBe(1)
})

it('a process reports its memory, processor time, event loop and open files', async () => {
  const metrics = openMetrics(build)
  measureProcess(metrics)
  const text = await metrics.registry.metrics()
  for (const name of [
    'process_resident_memory_bytes',
    'process_cpu_seconds_total',
    'nodejs_eventloop_lag_p99_seconds',
    'process_open_fds',
  ]) {
    expect(sampleOf(text, name), name).toBeDefined()
  }
})
