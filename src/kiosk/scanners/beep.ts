const [pitchHz, lengthS, loudness] = [1_760, 0.09, 0.12]

/** The sound of a scan. Silent on a terminal without speakers. */
export function beep(): void {
  try {
    const audio = new AudioContext()
    const [tone, volume] = [audio.createOscillator(), audio.createGain()]
    tone.frequency.value = pitchHz
    volume.gain.value = loudness
    tone.connect(volume).connect(audio.destination)
    tone.onended = () => void audio.close()
    tone.start()
    tone.stop(audio.currentTime + lengthS)
  } catch {
    // No sound available: the frame flashes as well.
  }
}
