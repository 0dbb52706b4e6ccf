import { startWorld } from './world.ts'

export default startWorld
