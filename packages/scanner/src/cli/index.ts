export { runCli, type Terminal } from './run.ts'
