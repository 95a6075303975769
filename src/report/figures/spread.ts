/** Places at least `space` apart and as near to the wanted ones as that allows, none below `bottom`. */
export function spread(wanted: readonly number[], space: number, bottom: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a] - wanted[b] || a - b)
  // Runs of labels that touch: each is centred on the mean of what its labels want.
  const runs: { members: number[]; start: number }[] = []
  for (const i of order) {
    runs.push({ members: [i], start: wanted[i] })
    for (let last = runs.length - 1; last > 0; last--) {
      const [above, below] = [runs[last - 1], runs[last]]
      if (above.start + above.members.length * space <= below.start) break
      const members = [...above.members, ...below.members]
      const sum = members.reduce((total, member, place) => total + wanted[member] - place * space, 0)
      runs.splice(last - 1, 2, { members, start: sum / members.length })
    }
  }
  const places = new Array<number>(wanted.length).fill(0)
  let limit = bottom
  for (const { members, start } of runs.reverse()) {
    const first = Math.min(start, limit - (members.length - 1) * space)
    members.forEach((member, place) => (places[member] = first + place * space))
    limit = first - space
  }
  return places
}
