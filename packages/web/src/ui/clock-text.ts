/** Times of day as logs write them. */

const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
})

/** `09:05:31.042` in the person's zone. */
export const clockText = (at: number): string => clock.format(at)
