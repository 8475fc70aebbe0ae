/** Which problems are marked at their fields: wrong values at once; what is only not filled in yet when its section was left, or after an attempt to save or run. */
import { type FocusEvent, useState } from 'react'
import type { ScenarioProblem } from '../draft/scenario-problems.ts'

type Section = ScenarioProblem['section']

/** Sections of the editor have the id `scenario-<section>` on their title. */
const sectionOf = (target: EventTarget | null): string | null => {
  const title = (target as Element | null)?.closest?.('.scenario-section')?.getAttribute('aria-labelledby')
  return title?.replace('scenario-', '') ?? null
}

const focusable = 'input:not([disabled]), button:not([disabled]), select:not([disabled]), textarea, a[href]'

/** Nothing was entered yet. */
const isEmptyField = ({ code }: Pick<ScenarioProblem, 'code'>): boolean =>
  code === 'noBinding' || code === 'noCluster'

/** `isMarkedAtFirst`: whether all problems are marked from the beginning. */
export function useShownProblems(problems: readonly ScenarioProblem[], isMarkedAtFirst: boolean) {
  const [isMarked, setMarked] = useState(isMarkedAtFirst)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const shown = problems.filter(problem => isMarked || left.has(problem.section) || !isEmptyField(problem))
  return {
    /** Whether any is marked. */
    isMarked: shown.length > 0,
    problems: shown,
    mark: () => setMarked(true),
    onBlur: (event: FocusEvent) => {
      const from = sectionOf(event.target)
      if (from !== null && from !== sectionOf(event.relatedTarget)) setLeft(old => new Set([...old, from]))
    },
    /** Marks all problems and moves the focus to the first field that has one. */
    focusFirst: ([first]: readonly Pick<ScenarioProblem, 'section'>[]) => {
      setMarked(true)
      if (first !== undefined) requestAnimationFrame(() => focusSection(first.section))
    },
  }
}

function focusSection(section: Section): void {
  const part = document.querySelector(`[aria-labelledby="scenario-${section}"]`)
  const field =
    part?.querySelector<HTMLElement>('[aria-invalid="true"], .ant-select-status-error input') ??
    part?.querySelector<HTMLElement>(focusable)
  part?.scrollIntoView?.({ block: 'start' })
  field?.focus()
}
