/** What files of components import: the builders and the types of the short form. */
export * from '@pone/plan/code/builders.ts'
