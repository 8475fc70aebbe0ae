/** Explanations of a server's refusals, for the agent's log. */

const sentences: Readonly<Record<string, string>> = {
  wrongToken: 'the join token is wrong, has expired or has been revoked',
  tokenUsedUp: 'as many machines as the join token allows have joined by it; make a new token',
  unknownAgent: 'the server does not know this machine',
  wrongKey: 'the key of this machine is not the one that the server knows',
  revoked: 'the key of this machine has been revoked',
  nothingGiven: 'the agent has given neither a key nor a join token',
  flooding: 'the agent has sent more, or dialled more often, than it may; it waits for a minute',
  notStored: 'the server could not store what the agent reported; it is sent again',
}

/** One sentence with the server's code in brackets. */
export const refusalText = (reason: string): string =>
  sentences[reason] === undefined ? reason : `${sentences[reason]} (${reason})`
