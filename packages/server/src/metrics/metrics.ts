import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Build } from '../build.ts'
import { type AlertMetrics, alertMetrics } from './alerts.ts'
import { type AssistantMetrics, assistantMetrics } from './assistant.ts'
import { describeBuild } from './build-info.ts'
import { type DnsMetrics, dnsMetrics } from './dns.ts'
import { type RequestMetrics, requestMetrics } from './requests.ts'
import { type ScanMetrics, scanMetrics } from './scans.ts'
import { type VirusTotalMetrics, virusTotalMetrics } from './virustotal.ts'

/** What the parts of the program report. Each process has its own; `registry` holds all of them. */
export interface Metrics
  extends RequestMetrics,
    ScanMetrics,
    DnsMetrics,
    AlertMetrics,
    VirusTotalMetrics,
    AssistantMetrics {
  registry: Registry
}

/**
 * Metrics of one process. Every label has few values: a route's pattern, never its path; a queue, never a job; no
 * domain, no account and no address.
 */
export function openMetrics(build: Build): Metrics {
  const registry = new Registry()
  describeBuild(registry, build)
  return {
    registry,
    ...requestMetrics(registry),
    ...scanMetrics(registry),
    ...dnsMetrics(registry),
    ...alertMetrics(registry),
    ...virusTotalMetrics(registry),
    ...assistantMetrics(registry),
  }
}

/** Adds memory, CPU, event loop delay, garbage collection and open files of this process. Once for each process. */
export function measureProcess({ registry }: Metrics): void {
  collectDefaultMetrics({ register: registry })
}
