package cli
import ("testing";"context";"os";"path/filepath";"io")
func TestZZ(t *testing.T){
 files,_:=filepath.Glob("/tmp/imp/"+os.Getenv("SET")+"/*.json")
 for range 2 {
 db:=filepath.Join("/dev/shm","page-prof.db"); os.Remove(db)
 args:=append([]string{"import","--db",db},files...)
 if c:=Run(context.Background(),args,io.Discard,os.Stderr);c!=0{t.Fatal(c)}
 os.Remove(db)}
}
