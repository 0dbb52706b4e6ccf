export { refusalTexts } from './refusal-for.ts'
export { textFor } from './text-for.ts'
export { monthOf, topicAnswer } from './topic-answer.ts'
export { topicTexts } from './topics.ts'
