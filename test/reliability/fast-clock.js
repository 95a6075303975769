// Loaded before a run that is to be killed: its clock is twenty times as fast, so that what is done is saved as often.
const now = performance.now.bind(performance)
performance.now = () => 20 * now()
