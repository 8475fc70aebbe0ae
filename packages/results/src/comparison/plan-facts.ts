/** What a run's plan holds of components, as far as runs are compared by it. */
export interface PlanFacts {
  /** Names with their percentages, by name. */
  readonly components: readonly { readonly name: string; readonly percentage: number }[]
  /** Stands for scripts and files; null where there are none. */
  readonly contentHash: string | null
}
