/** The message with which `./pone test` tells the journeys that no other tests run any more. */
export const machineIsFree = 'machineIsFree'
