/** Choices of the recording dialog that stay in this browser, and whether it is opened again after the page was loaded anew. */
import { useState } from 'react'

type Choices = Readonly<Record<string, string | boolean>>

/** @param name of the storage entry */
export function useKeptChoices<C extends Choices>(name: string, initial: C): [C, (choices: C) => void] {
  const key = `pone.record.${name}`
  const [choices, setChoices] = useState(() => ({ ...initial, ...readChoices(key, initial) }))
  return [
    choices,
    next => {
      setChoices(next)
      try {
        localStorage.setItem(key, JSON.stringify(next))
      } catch {
        // They then hold until the page is left.
      }
    },
  ]
}

/** Those that are of the type of the initial ones; none if the storage is forbidden or damaged. */
function readChoices(key: string, initial: Choices): Choices {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(
      Object.entries(kept).filter(([name, value]) => typeof value === typeof initial[name]),
    )
  } catch {
    return {}
  }
}

const openKey = 'pone.record.open'

/** Says that the dialog is open over the page at this address; null: it was closed. */
export function keepOpen(address: string | null): void {
  try {
    if (address === null) sessionStorage.removeItem(openKey)
    else sessionStorage.setItem(openKey, address)
  } catch {
    // It is then opened by hand.
  }
}

export function wasOpen(address: string): boolean {
  try {
    return sessionStorage.getItem(openKey) === address
  } catch {
    return false
  }
}
