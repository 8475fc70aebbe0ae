/** Types of the short form of components. */
export type * from '@pone/plan/code/short.ts'
