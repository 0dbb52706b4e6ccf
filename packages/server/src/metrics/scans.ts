import { Counter, Histogram, type Registry } from 'prom-client'

/** The end of a scan. */
type EndedScan = { end: 'done'; seconds: number /** 0 to 1. */; coverage: number } | { end: 'failed' }

export interface ScanMetrics {
  scanEnded(scan: EndedScan): void
}

export function scanMetrics(registry: Registry): ScanMetrics {
  const registers = [registry]
  const ended = new Counter({
    name: 'waxseal_scans_total',
    help: 'Scans that this process ended, by end.',
    labelNames: ['end'],
    registers,
  })
  for (const end of ['done', 'failed']) ended.inc({ end }, 0)
  const duration = new Histogram({
    name: 'waxseal_scan_duration_seconds',
    help: 'The duration of finished scans.',
    buckets: [1, 2, 5, 10, 20, 40, 60],
    registers,
  })
  const coverage = new Histogram({
    name: 'waxseal_scan_coverage_ratio',
    help: 'The part of its checks that a finished scan could make, 0 to 1.',
    buckets: [0.25, 0.5, 0.75, 0.9, 0.99, 1],
    registers,
  })
  return {
    scanEnded(scan) {
      ended.inc({ end: scan.end })
      if (scan.end === 'failed') return
      duration.observe(scan.seconds)
      coverage.observe(scan.coverage)
    },
  }
}
