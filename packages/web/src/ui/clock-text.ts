/** Times of day in the format of logs. */

const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
})

/** `09:05:31.042` in the user's time zone. */
export const clockText = (at: number): string => clock.format(at)
