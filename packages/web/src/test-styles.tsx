/** antd's styles in tests: only the properties that decide whether an element is visible and can be clicked, since the DOM of tests compares every rule with every element that is looked for by its role. */
import { createCache, StyleProvider } from '@ant-design/cssinjs'
import type { ComponentProps, ReactNode } from 'react'

type Transformer = NonNullable<NonNullable<ComponentProps<typeof StyleProvider>['transformers']>[number]>

/** What testing-library, user-event and the computation of accessible names read of a computed style. */
const kept: ReadonlySet<string> = new Set(['display', 'visibility', 'content', 'pointerEvents', 'userSelect'])

/** Rules within a rule are objects; so are animations, and values with options of antd. */
const isRule = (name: string, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  name !== 'animationName' &&
  !('_skip_check_' in value) &&
  !('_multi_value_' in value)

const onlyVisibility: Transformer = {
  visit: style =>
    Object.fromEntries(
      Object.entries(style).filter(([name, value]) => kept.has(name) || isRule(name, value)),
    ),
}

const transformers = [onlyVisibility]

/** Of this file of tests: those of others, which share the process, would slow each search by role. */
const cache = createCache()

export const TestStyles = ({ children }: { readonly children: ReactNode }) => (
  <StyleProvider cache={cache} transformers={transformers}>
    {children}
  </StyleProvider>
)
