/** What of a difference is in the address. */
import { flameDefaults } from '../flame-view.tsx'
import { askedDefaults } from '../profile-frame.tsx'

export const differenceDefaults = {
  ...askedDefaults,
  ...flameDefaults,
  with: '',
  mode: 'normalised',
  by: 'after',
}
export type DifferenceState = typeof differenceDefaults
