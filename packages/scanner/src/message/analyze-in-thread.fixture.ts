import { parentPort, workerData } from 'node:worker_threads'
import { analyzeMessage } from './analyze-message.ts'
import { hostileHeaders } from './hostile.fixture.ts'

const { name, bytes }: { name: string; bytes: number } = workerData
const { analysis } = analyzeMessage(Buffer.from(hostileHeaders[name]?.(bytes) ?? ''))
parentPort?.postMessage(analysis.path.length, [])
